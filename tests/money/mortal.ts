import type { KyselyPlugin } from 'kysely';

/**
 * A process that can die: from a chosen statement on, each one fails, so that its transaction is rolled back and nothing
 * that is written down afterwards survives, until it is started again.
 */
export interface Mortal {
  plugin: KyselyPlugin;
  /** Dies at the statement with this number from now. */
  dieAfter: (statements: number) => void;
  isDead: () => boolean;
  /** Starts again, and lives until the next `dieAfter`. */
  revive: () => void;
}

export function openMortal(): Mortal {
  let left = Number.POSITIVE_INFINITY;
  return {
    plugin: {
      transformQuery: ({ node }) => {
        left -= 1;
        if (left < 0) throw new Error('The process is dead');
        return node;
      },
      transformResult: async ({ result }) => result,
    },
    dieAfter: (statements) => {
      left = statements;
    },
    isDead: () => left < 0,
    revive: () => {
      left = Number.POSITIVE_INFINITY;
    },
  };
}
