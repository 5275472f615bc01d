/* The sounds of the round clock, made of fading sines: a gong of inharmonic ones, a chime of one
   with its overtones. */
"use strict";

window.hallSounds = (() => {
  // A stroke: [delay in seconds, pitch in hertz, loudness, duration in seconds].
  const GONG = [[1, 1, 5], [1.48, 0.6, 4], [2.09, 0.5, 3], [2.56, 0.35, 2.4], [3.9, 0.2, 1.2]];
  const CHIME = [[1, 1, 1.6], [2, 0.4, 1], [3.01, 0.15, 0.6]];
  const SOUNDS = {
    gong: { partials: GONG, loud: 0.8, strokes: [[0, 110], [1.6, 110], [3.2, 104]] },
    warning: { partials: CHIME, loud: 0.3, strokes: [[0, 660], [0.5, 550]] },
    start: { partials: CHIME, loud: 0.4, strokes: [[0, 523], [0.35, 659], [0.7, 784]] },
    table: { partials: CHIME, loud: 0.4, strokes: [[0, 392], [0.7, 392]] },
  };

  const Context = window.AudioContext ?? window.webkitAudioContext;
  const audio = Context ? new Context() : null;

  const strike = (at, pitch, loud, partials, output) => {
    for (const [ratio, share, lasts] of partials) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch * ratio;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(loud * share, at + 0.015);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
      tone.connect(volume).connect(output);
      tone.start(at);
      tone.stop(at + lasts);
    }
  };

  const play = (name) => {
    if (!isAllowed()) return;
    const { partials, loud, strokes } = SOUNDS[name];
    // Limits the loudness of simultaneous sounds.
    const output = audio.createDynamicsCompressor();
    output.connect(audio.destination);
    for (const [after, pitch] of strokes) {
      strike(audio.currentTime + after, pitch, loud, partials, output);
    }
  };

  const isAllowed = () => audio?.state === "running";

  /** Browsers allow sound only after a tap; call this in its handler. */
  const allow = async () => {
    await audio?.resume();
    return isAllowed();
  };

  return { play, isAllowed, allow };
})();
