import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import { providerNames } from '@/contract/ledger/providers';
import type { FilePreview, RegistryFault } from '@/contract/payments/reconciliation';
import type { ChosenColumns, StatementTable } from '@/contract/payments/statement-columns';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { safeFileName } from '@/server/core/files/file-name';
import { makeTurns } from '@/server/core/files/turns';
import { assertOurs } from './our-accounts';
import { previewFile } from './preview-file';
import { type Registry, readRegistry } from './registry/read-registry';
import type { RegistryLine } from './registry/read-row';
import { formatOf } from './statement/decode';
import { readStatement, readStatementTable } from './statement/read-statement';
import { recallColumns, rememberColumns } from './statement/remembered-columns';
import { StatementFault } from './statement/statement';
import { inspectTable } from './statement/table/inspect-table';
import type { ColumnChoice } from './statement/table/parse-table';
import { type StatementContent, storeInParts, storeStatement } from './store-statement';

interface UploadedFile {
  path: string;
  name: string;
  /** Of a registry; a statement says itself what it is. */
  provider: string | undefined;
  /** A table that a person says is a statement: which columns mean what. */
  columns?: ChosenColumns | undefined;
  /** What a statement is of that names no account. */
  account?: string | undefined;
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
  const sha256 = await hashOf(content);
  const format = formatOf(content);
  const choice = format ? undefined : await choose(ctx, file);
  const table = choice && (await readTable(ctx, file, choice));
  const isStatement = format !== null || table !== undefined;
  const provider = isStatement
    ? null
    : (providerNames.find((name) => name === file.provider) ?? rejectProvider());
  if (choice?.chosen || file.account) await dropOwn(ctx, sha256);
  const known = await findKnown(ctx, sha256, provider);
  if (known !== undefined) return { preview: await previewFile(ctx, known), isNew: false };
  const name = safeFileName(file.name, format ? extensions[format] : content[0] === 0x50 ? 'xlsx' : 'csv');
  const given = { sha256, provider, name };
  if (format) return store(ctx, given, await readBank(ctx, () => readStatement(content, format)));
  if (table) {
    const stored = await store(ctx, given, table);
    if (choice?.chosen && 'accounts' in table)
      await rememberColumns(
        ctx,
        { headings: choice.chosen.headings.cells, file_name: name },
        choice.chosen.columns,
      );
    return stored;
  }
  const registry = await readRegistry(file.path, file.signal);
  for (let from = 0; from < registry.lines.length; from += batch)
    await assertUnchanged(ctx, provider ?? '', registry.lines.slice(from, from + batch));
  return store(ctx, given, registry);
}

const hashedBytes = 4 * 1024 * 1024;

async function hashOf(content: Buffer): Promise<string> {
  const hash = createHash('sha256');
  const turn = makeTurns();
  for (let from = 0; from < content.length; from += hashedBytes) {
    hash.update(content.subarray(from, from + hashedBytes));
    await turn();
  }
  return hash.digest('hex');
}

const extensions = { '1c': 'txt', camt: 'xml', mt940: 'sta' } as const;

function rejectFile(error: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { file: [error] } });
}

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

/** How long a request waits for another one that stores the same file. */
const awaitedMs = 20_000;

/** What another request of the person is storing at this moment, once it is whole. Throws CONFLICT when that takes too long. */
async function awaitKnown(ctx: UserCtx, sha256: string, provider: string | null): Promise<number> {
  for (const began = performance.now(); performance.now() - began < awaitedMs; await setTimeout(100)) {
    const known = await findKnown(ctx, sha256, provider);
    if (known !== undefined) return known;
  }
  throw new AppError('CONFLICT');
}

type Content = Registry | StatementContent | { fault: StatementFault };

type Read = Awaited<ReturnType<typeof readStatement>>;

/** Throws VALIDATION_FAILED at `file` when no row of a table looks like the headings of what was chosen. */
async function choose(ctx: UserCtx, { path, columns, account, signal }: UploadedFile): Promise<ColumnChoice> {
  const shapes = await recallColumns(ctx);
  if (!columns) return { shapes, account };
  const { headings } = (await inspectTable(path, shapes, signal)) ?? rejectFile('error-statement-headings');
  return { shapes, account, chosen: { headings, columns } };
}

/** What the person uploaded before is read anew; what is posted stays. */
async function dropOwn(ctx: UserCtx, sha256: string): Promise<void> {
  await ctx.db
    .deleteFrom('reconciliation_files')
    .where('sha256', '=', sha256)
    .where('kind', '=', 'statement')
    .where('state', 'in', ['waiting', 'quarantined'])
    .where('uploaded_by', '=', ctx.user.id)
    .execute();
}

/** `POST reconciliation/tables`: what the columns of a table are taken for. Throws VALIDATION_FAILED at `file`. */
export async function readTableColumns(
  ctx: UserCtx,
  { path, signal }: Pick<UploadedFile, 'path' | 'signal'>,
): Promise<StatementTable> {
  const found = await inspectTable(path, await recallColumns(ctx), signal);
  return (found ?? rejectFile('error-statement-headings')).table;
}

/** A bank's statement as a table; undefined for any other table. */
async function readTable(
  ctx: UserCtx,
  { path, signal }: UploadedFile,
  choice: ColumnChoice,
): Promise<Content | undefined> {
  let found: Read | undefined;
  const content = await readBank(ctx, async () => {
    found = await readStatementTable(path, choice, signal);
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
    const known = id ?? (await awaitKnown(ctx, sha256, null));
    return { preview: await previewFile(ctx, known), isNew: id !== undefined };
  }
  const kind = provider === null ? 'statement' : 'registry';
  const id = await storeInParts(
    ctx,
    { ...columnsOf(content), kind, provider, sha256, file_name: name },
    async (fileId) => {
      if ('lines' in content) await storeRegistry(ctx, fileId, provider ?? '', content.lines);
    },
  );
  const known = id ?? (await awaitKnown(ctx, sha256, provider));
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
const batch = 500;

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
