"""What each recorded action is called in a sentence, by what it is about; a test holds that none is missing."""
