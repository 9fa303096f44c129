"""A scripted evening, played through the services as staff would: the demo night and the rehearsal."""
