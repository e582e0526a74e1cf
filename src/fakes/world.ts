/** The surroundings of a stand-in service, the same for the same seed. */
export interface World {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  /** Address of the service, once it listens. */
  base: string;
  /** Sends a webhook to the shop, now or as the control port says. */
  notify: (url: string | undefined, body: Record<string, unknown>) => void;
}

export interface Clock {
  now: () => number;
  move: (ms: number) => void;
}

/** A clock that stands until it is moved, follows another, or runs with the real one; each can be moved. */
export function openClock(start: Date | (() => Date) = () => new Date()): Clock {
  let moved = 0;
  const read = typeof start === 'function' ? start : () => start;
  return {
    now: () => read().getTime() + moved,
    move: (ms) => {
      moved += ms;
    },
  };
}

/** Mulberry32: small, and the same everywhere. */
export function openRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An id in the form of a UUID. */
export function uuid(random: () => number): string {
  const digits = (length: number) =>
    Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(digits).join('-');
}
