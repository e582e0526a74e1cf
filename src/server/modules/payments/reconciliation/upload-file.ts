import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import { providerNames } from '@/contract/payments/providers';
import type { FilePreview, RegistryFault } from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import { inTransaction } from '@/server/core/transaction';
import { assertOurs } from './our-accounts';
import { previewFile } from './preview-file';
import { type Registry, readRegistry } from './registry/read-registry';
import type { RegistryLine } from './registry/read-row';
import { formatOf } from './statement/decode';
import { readStatement, readStatementTable } from './statement/read-statement';
import { StatementFault } from './statement/statement';
import { type StatementContent, storeStatement } from './store-statement';

interface UploadedFile {
  path: string;
  name: string;
  /** Of a registry; a statement says itself what it is. */
  provider: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * `POST reconciliation/files`: stores what is in a registry or a statement, and posts nothing. The same file again is the
 * stored one. A statement that contradicts itself is kept in quarantine, to be shown; a registry with a fault is refused.
 * Throws VALIDATION_FAILED at `file` and `provider`.
 */
export async function uploadFile(
  ctx: UserCtx,
  file: UploadedFile,
): Promise<{ preview: FilePreview; isNew: boolean }> {
  const content = await readFile(file.path);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const format = formatOf(content);
  const table = format ? undefined : await readTable(ctx, file);
  const isStatement = format !== null || table !== undefined;
  const provider = isStatement
    ? null
    : (providerNames.find((name) => name === file.provider) ?? rejectProvider());
  const known = await findKnown(ctx, sha256, provider);
  if (known !== undefined) return { preview: await previewFile(ctx, known), isNew: false };
  const name = safeFileName(file.name, format ? extensions[format] : content[0] === 0x50 ? 'xlsx' : 'csv');
  const given = { sha256, provider, name };
  if (format) return store(ctx, given, await readBank(ctx, () => readStatement(content, format)));
  if (table) return store(ctx, given, table);
  const registry = await readRegistry(file.path, file.signal);
  await assertUnchanged(ctx, provider ?? '', registry.lines);
  return store(ctx, given, registry);
}

const extensions = { '1c': 'txt', camt: 'xml', mt940: 'sta' } as const;

function rejectProvider(): never {
  throw new AppError('VALIDATION_FAILED', { fields: { provider: ['error-registry-provider'] } });
}

/** Posted by anybody, or uploaded by the person. */
async function findKnown(ctx: UserCtx, sha256: string, provider: string | null): Promise<number | undefined> {
  const found = await ctx.db
    .selectFrom('reconciliation_files')
    .select('id')
    .where('sha256', '=', sha256)
    .where('provider', 'is not distinct from', provider)
    .where('state', '<>', 'reading')
    .where((eb) => eb.or([eb('state', '=', 'posted'), eb('uploaded_by', '=', ctx.user.id)]))
    .orderBy(sql`state = 'posted'`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

type Content = Registry | StatementContent | { fault: StatementFault };

type Read = Awaited<ReturnType<typeof readStatement>>;

/** A bank's statement as a table; undefined for any other table. */
async function readTable(ctx: UserCtx, { path, signal }: UploadedFile): Promise<Content | undefined> {
  let found: Read | undefined;
  const content = await readBank(ctx, async () => {
    found = await readStatementTable(path, signal);
    return found ?? { accounts: [], lines: [] };
  });
  return found || 'fault' in content ? content : undefined;
}

async function readBank(ctx: UserCtx, read: () => Promise<Read>): Promise<Content> {
  try {
    const { accounts, lines } = await read();
    if (accounts.length > 0) await assertOurs(ctx, accounts);
    return { accounts, bankLines: lines };
  } catch (error) {
    if (error instanceof StatementFault) return { fault: error };
    throw error;
  }
}

/** What a provider has said of a payment stands: another sum in a later registry is a mistake. */
async function assertUnchanged(
  ctx: UserCtx,
  provider: string,
  lines: readonly RegistryLine[],
): Promise<void> {
  const rows = lines.map((one) => ({
    line: one.line,
    kind: one.kind,
    object_id: one.objectId,
    amount: toDecimal(one.amount),
    fee: toDecimal(one.fee),
    fee_vat: toDecimal(one.feeVat),
  }));
  const { rows: changed } = await sql<{ line: number; object_id: string }>`
    select given.line, given.object_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (line int, kind text, object_id text, amount numeric, fee numeric, fee_vat numeric)
      join provider_registry_lines known on known.provider = ${provider} and known.kind = given.kind
        and known.object_id = given.object_id and known.is_posted
    where (known.amount, known.fee, known.fee_vat) <> (given.amount, given.fee, given.fee_vat)
    order by given.line limit 1`.execute(ctx.db);
  const [first] = changed;
  if (!first) return;
  const fault: RegistryFault = {
    line: first.line,
    column: '',
    text: first.object_id,
    expected: null,
    sheet: null,
  };
  throw new AppError('VALIDATION_FAILED', { fields: { file: ['error-registry-changed'] }, current: fault });
}

async function store(
  ctx: UserCtx,
  { sha256, provider, name }: { sha256: string; provider: string | null; name: string },
  content: Content,
): Promise<{ preview: FilePreview; isNew: boolean }> {
  if ('accounts' in content) {
    const id = await storeStatement(ctx, { ...columnsOf(content), sha256, file_name: name }, content);
    const known = id ?? (await findKnown(ctx, sha256, null));
    if (known === undefined) throw new AppError('CONFLICT');
    return { preview: await previewFile(ctx, known), isNew: id !== undefined };
  }
  const id = await inTransaction(ctx, async (inside) => {
    const made = await inside.db
      .insertInto('reconciliation_files')
      .values({
        kind: provider === null ? 'statement' : 'registry',
        provider,
        sha256,
        file_name: name,
        uploaded_by: ctx.user.id,
        created_at: ctx.now,
        ...columnsOf(content),
      })
      // Two uploads of one file at once are one file.
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) return undefined;
    if ('lines' in content) await storeRegistry(inside, made.id, provider ?? '', content.lines);
    return made.id;
  });
  const known = id ?? (await findKnown(ctx, sha256, provider));
  if (known === undefined) throw new AppError('CONFLICT');
  return { preview: await previewFile(ctx, known), isNew: id !== undefined };
}

function columnsOf(content: Content) {
  if ('fault' in content) {
    const { problem, line, expected, found } = content.fault;
    return {
      state: 'quarantined',
      problem,
      problem_line: line,
      problem_expected: expected,
      problem_found: found?.slice(0, 200) ?? null,
    };
  }
  const days =
    'lines' in content
      ? content.days
      : content.accounts.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]);
  const sorted = days.toSorted();
  const lines = 'lines' in content ? content.lines.length : content.bankLines.length;
  return {
    state: 'waiting',
    first_day: sorted[0] ?? null,
    last_day: sorted.at(-1) ?? null,
    lines,
    ...('lines' in content && { empty_days: emptyDays(content) }),
  };
}

function emptyDays({ lines, days }: Registry): string[] {
  const paid = new Set(lines.map(({ day }) => day));
  return days.filter((day) => !paid.has(day));
}

/** Rows of one statement. */
const batch = 2000;

async function storeRegistry(ctx: UserCtx, fileId: number, provider: string, lines: readonly RegistryLine[]) {
  for (let from = 0; from < lines.length; from += batch) {
    const rows = lines.slice(from, from + batch).map((one) => ({
      line: one.line,
      kind: one.kind,
      object_id: one.objectId,
      payment_id: one.paymentId,
      day: one.day,
      amount: toDecimal(one.amount),
      fee: toDecimal(one.fee),
      fee_vat: toDecimal(one.feeVat),
    }));
    await sql`insert into provider_registry_lines
        (file_id, provider, line, kind, object_id, payment_id, amount, fee, fee_vat, day)
      select ${fileId}, ${provider}, line, kind, object_id, payment_id, amount, fee, fee_vat, day
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (line int, kind text, object_id text,
        payment_id text, amount numeric, fee numeric, fee_vat numeric, day date)`.execute(ctx.db);
  }
}
