import { type PGlite, parse, protocol, type Results } from '@electric-sql/pglite';

/** Runs a statement that the engine keeps under a name. */
export type RunPrepared = (name: string, sql: string, params: readonly unknown[]) => Promise<Results>;

/**
 * Statements that an engine plans once: PGlite itself parses and plans every query, which takes longer than running the
 * statements of a page. Imports nothing of ours: Node runs it directly, for the worker.
 */
export function preparedIn(db: PGlite): RunPrepared {
  const { serialize } = protocol;
  const send = (message: Uint8Array) => db.execProtocolStream(message, { syncToFs: false });
  /** Types of the parameters, by name. */
  const planned = new Map<string, number[]>();

  async function plan(name: string, sql: string): Promise<number[]> {
    await send(serialize.parse({ name, text: sql }));
    const described = parse.parseDescribeStatementResults(
      await send(serialize.describe({ type: 'S', name })),
    );
    planned.set(name, described);
    return described;
  }

  return (name, sql, params) =>
    db.runExclusive(async () => {
      try {
        const parameters = planned.get(name) ?? (await plan(name, sql));
        const values = params.map((value, place) => textOf(db, value, parameters[place] ?? 0));
        const answers = [
          ...(await send(serialize.bind({ statement: name, values }))),
          ...(await send(serialize.describe({ type: 'P' }))),
          ...(await send(serialize.execute({}))),
        ];
        return parse.parseResults(answers, db.parsers)[0] as Results;
      } finally {
        await send(serialize.sync());
      }
    });
}

/** A parameter in the protocol's text format. */
function textOf(db: PGlite, value: unknown, type: number): string | null {
  if (value === null || value === undefined) return null;
  return db.serializers[type]?.(value) ?? String(value);
}
