/** One of the buyers whose sequences are played beside each other. */
export interface Player {
  buyer: { id: number };
  placed: number;
}

/** The bank of `manual`: what it took, and what it reports. */
export interface HandBank {
  taken: Map<string, number>;
  reports: string[];
  /** Reports that did not reach the shop yet. */
  waiting: string[];
  mode: string;
}

/** What has been played so far. */
export interface Played {
  bank: HandBank;
  players: Map<number, Player>;
  /** Answers of the API that no step may cause. */
  faults: string[];
  /** Kopecks that were returned in the cabinet, by payment. */
  cabinet: Map<string, number>;
  /** Claims whose money the acquirer has taken. */
  claimed: Set<number>;
  /** Payment orders of payouts, by the bank's ids. */
  transfers: string[];
  /** How often the process died. */
  deaths: number;
  /** Whether files of the acquirer or the bank were posted. */
  hasFiles: boolean;
}

export const nothingPlayed = (): Played => ({
  bank: { taken: new Map(), reports: [], waiting: [], mode: 'send' },
  ...{ players: new Map(), faults: [], cabinet: new Map(), claimed: new Set() },
  ...{ transfers: [] },
  ...{ hasFiles: false, deaths: 0 },
});

/** Wraps around. */
export const at = <One>(list: readonly One[], index: number): One | undefined =>
  list.length === 0 ? undefined : list[index % list.length];
