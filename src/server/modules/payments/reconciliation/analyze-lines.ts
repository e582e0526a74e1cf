import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';

/** From here on the plan for a table that was small compares each line with each. */
const manyLines = 1000;

/** After many lines were stored or posted: the database learns of them by itself only later. */
export async function analyzeLines(
  { db }: Pick<Ctx, 'db'>,
  { kind, lines }: { kind: string; lines: number },
): Promise<void> {
  if (!(lines >= manyLines)) return;
  const tables = kind === 'registry' ? ['provider_registry_lines'] : ['bank_lines', 'bank_statements'];
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(db);
}
