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
import { previewFile } from './preview-file';
import { type Registry, readRegistry } from './registry/read-registry';
import type { RegistryLine } from './registry/read-row';
import { type AccountLine, type AccountTotals, checkStatement } from './statement/check-statement';
import { decodeStatement, isStatement } from './statement/decode';
import { parseStatement, StatementFault } from './statement/parse-statement';

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
  const isBank = isStatement(content);
  const provider = isBank ? null : (providerNames.find((name) => name === file.provider) ?? rejectProvider());
  const known = await findKnown(ctx, sha256, provider);
  if (known !== undefined) return { preview: await previewFile(ctx, known), isNew: false };
  const name = safeFileName(file.name, isBank ? 'txt' : content[0] === 0x50 ? 'xlsx' : 'csv');
  const given = { sha256, provider, name };
  if (isBank) return store(ctx, given, readStatement(content));
  const registry = await readRegistry(file.path, file.signal);
  await assertUnchanged(ctx, provider ?? '', registry.lines);
  return store(ctx, given, registry);
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
    .where((eb) => eb.or([eb('state', '=', 'posted'), eb('uploaded_by', '=', ctx.user.id)]))
    .orderBy(sql`state = 'posted'`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

type Content = Registry | { accounts: AccountTotals[]; bankLines: AccountLine[] } | { fault: StatementFault };

function readStatement(content: Buffer): Content {
  try {
    const { accounts, lines } = checkStatement(parseStatement(decodeStatement(content)));
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
    if ('accounts' in content) await storeStatement(inside, made.id, content.accounts, content.bankLines);
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

async function storeStatement(
  ctx: UserCtx,
  fileId: number,
  accounts: readonly AccountTotals[],
  lines: readonly AccountLine[],
): Promise<void> {
  const totals = accounts.map((one) => ({
    file_id: fileId,
    account: one.account,
    first_day: one.firstDay,
    last_day: one.lastDay,
    opening: toDecimal(one.opening),
    income: toDecimal(one.income),
    outgo: toDecimal(one.outgo),
    closing: toDecimal(one.closing),
  }));
  await ctx.db.insertInto('bank_statements').values(totals).execute();
  for (let from = 0; from < lines.length; from += batch) {
    const rows = lines.slice(from, from + batch).map((one) => ({
      line: one.line,
      account: one.account,
      line_key: one.key,
      ordinal: one.ordinal,
      day: one.day,
      direction: one.direction,
      number: one.number,
      amount: toDecimal(one.amount),
      party: one.party,
      party_inn: one.partyInn,
      party_bic: one.partyBic,
      party_account: one.partyAccount,
      purpose: one.purpose,
    }));
    await sql`insert into bank_lines (file_id, line, account, line_key, ordinal, direction, day, number, amount, party,
        party_inn, party_bic, party_account, purpose)
      select ${fileId}, line, account, line_key, ordinal, direction, day, number, amount, party,
        party_inn, party_bic, party_account, purpose
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (line int, account text, line_key text,
        ordinal int, direction text, day date, number text, amount numeric, party text, party_inn text,
        party_bic text, party_account text, purpose text)`.execute(ctx.db);
  }
}
