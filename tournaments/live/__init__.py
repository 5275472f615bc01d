"""The live stream: pages hear of every change that concerns them (`stream.url`);
`push` tells players' devices."""
