import { type Kysely, type KyselyPlugin, type RootOperationNode, SelectQueryNode } from 'kysely';
import type { DB } from '@/server/core/db/types';

/**
 * A process that can die: from a chosen statement on, each one fails, so that its transaction is rolled back and nothing
 * that is written down afterwards survives, until it is started again.
 */
export interface Mortal {
  db: Kysely<DB>;
  /** Dies at the statement with this number from now, or at the place. */
  dieAfter: (count: number, of: Unit) => void;
  isDead: () => boolean;
  /** Starts again, and lives until the next `dieAfter`. */
  revive: () => void;
  /** Another service has heard something, which no rollback takes back. */
  wasHeard: () => void;
}

/**
 * A place is a statement before which something has lasted since the place before: a commit, a write outside of a transaction,
 * or a request to another service. A death at any other statement leaves the same behind.
 */
export type Unit = 'statements' | 'places';

export function openMortal(db: Kysely<DB>): Mortal {
  let left = Number.POSITIVE_INFINITY;
  let unit: Unit = 'statements';
  let hasLasted = false;
  const counter = plugin((node) => {
    if (left < 0 || unit === 'statements' || hasLasted) left -= 1;
    if (left < 0) throw new Error('The process is dead');
    hasLasted = isWrite(node);
  });
  const counted = db.withPlugin(counter);
  const begin = counted.transaction.bind(counted);
  const transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: async <Result>(run: Parameters<typeof execute<Result>>[0]) => {
        let hasWritten = false;
        const untilCommit = plugin((node) => {
          hasWritten ||= isWrite(node);
          hasLasted = false;
        });
        const result = await execute((trx) => run(trx.withPlugin(untilCommit)));
        hasLasted ||= hasWritten;
        return result;
      },
    });
  };
  return {
    db: Object.assign(counted, { transaction }),
    dieAfter: (count, of) => {
      [left, unit, hasLasted] = [count, of, true];
    },
    isDead: () => left < 0,
    revive: () => {
      left = Number.POSITIVE_INFINITY;
    },
    wasHeard: () => {
      hasLasted = true;
    },
  };
}

function plugin(see: (node: RootOperationNode) => void): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      see(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** A select with a subquery in front of it may write there. */
const isWrite = (node: RootOperationNode) => !SelectQueryNode.is(node) || node.with !== undefined;
