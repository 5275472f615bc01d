"""The live stream: topics, viewers, fragments and push messages."""
