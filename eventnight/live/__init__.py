"""The live stream: tells every open page that its event has a new version."""
