"""The Washburn intramural hold'em tournament."""
