"""What every API view is made of."""
