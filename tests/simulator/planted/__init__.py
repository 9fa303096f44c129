"""Faults that are planted in the product one at a time, each as a tired programmer would make it: what the simulator
finds of them is its score. None is shaped after what the simulator happens to look at.
"""
