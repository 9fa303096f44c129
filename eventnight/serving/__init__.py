"""What stands between the network and the night: connections, descriptors, bodies, and one server for a database."""
