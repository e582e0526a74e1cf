import { sql } from 'kysely';
import { businessDay } from '@/contract/settings/business-day';
import { requisitesSchema } from '@/contract/shops/requisites';
import type {
  AskedPaper,
  ItemState,
  VendorContract,
  VendorFile,
  VendorItem,
  VendorKind,
  VendorPaper,
} from '@/contract/shops/vendor-file';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { present } from '@/server/core/files/attachments';
import { signFiles } from '@/server/core/files/file-links';
import { parseId } from '@/server/core/numbers';
import { settingsOptions } from '@/server/core/settings';
import { lastChecks } from './checks';

export interface FileShop {
  id: number;
  name: string;
  slug: string;
  owner_id: number | null;
  requisites: unknown;
  is_active: boolean;
  file_paused_at: Date | null;
}

const columns = ['id', 'name', 'slug', 'owner_id', 'requisites', 'is_active', 'file_paused_at'] as const;

/** A shop whose file the person may read: the owner and administrators. Throws NOT_FOUND. */
export async function findFileShop(ctx: UserCtx, key: string, isLocked = false): Promise<FileShop> {
  return ctx.db
    .selectFrom('shops')
    .select(columns)
    .where('id', '=', parseId(key))
    .where('deleted_at', 'is', null)
    .$if(!isAdmin(ctx), (query) => query.where('owner_id', '=', ctx.user.id))
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** The same for work that nobody asked for; undefined for a removed one. */
export function lockFileShop(ctx: Ctx, id: number): Promise<FileShop | undefined> {
  return ctx.db
    .selectFrom('shops')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The same for what only its owner may do: a paper and a consent are the owner's own. Throws NOT_FOUND and FORBIDDEN. */
export async function lockOwnShop(ctx: UserCtx, key: string): Promise<FileShop> {
  const shop = await findFileShop(ctx, key, true);
  if (shop.owner_id !== ctx.user.id) throw new AppError('FORBIDDEN');
  return shop;
}

/** `GET shops/{id}/file`. Throws NOT_FOUND for another owner's shop. */
export async function getVendorFile(ctx: UserCtx, key: string): Promise<VendorFile> {
  return readVendorFile(ctx, await findFileShop(ctx, key));
}

export async function readVendorFile(ctx: Ctx, shop: FileShop): Promise<VendorFile> {
  const file = await readFacts(ctx, shop);
  const papers = file.items.flatMap((item) => item.papers);
  const files = papers.map((paper) => paper.file);
  const signed = await signFiles(ctx, files);
  const links = new Map(signed.map((one) => [one.id, one]));
  return {
    ...file,
    items: file.items.map((item) => ({
      ...item,
      papers: item.papers.map((paper) => ({ ...paper, file: links.get(paper.file.id) ?? paper.file })),
    })),
  };
}

/** What is obligatory and not green; nothing while the settings ask for no file. */
export async function whatLacks(ctx: Ctx, shop: FileShop): Promise<string[]> {
  const { isOn, lacks } = await readFacts(ctx, shop);
  return isOn ? lacks : [];
}

/**
 * What the owner still has to give: `requisites`, keys of obligatory papers, `contract`. What waits for the operator is
 * given. Undefined while the settings ask for no file.
 */
export async function whatToGive(ctx: Ctx, shop: FileShop): Promise<string[] | undefined> {
  const { isOn, lacks, items } = await readFacts(ctx, shop);
  if (!isOn) return undefined;
  const left = items.filter(({ state }) => state !== 'waiting').map(({ key }) => key);
  return lacks.filter((key) => ['requisites', 'contract', ...left].includes(key));
}

async function readFacts(ctx: Ctx, shop: FileShop): Promise<VendorFile> {
  const { vendorFile } = await settingsOptions(ctx);
  const requisites = (await requisitesSchema.isValid(shop.requisites)) ? shop.requisites : null;
  const kind = (requisites as { legal_form: VendorKind } | null)?.legal_form ?? null;
  const items = await readItems(ctx, shop, kind ? vendorFile.papers[kind] : []);
  const checks = await lastChecks(ctx, shop.id, requisites);
  const contract = await readContract(ctx, shop, vendorFile.contract);
  const lacks = [
    ...(kind ? [] : ['requisites']),
    ...items.filter((item) => item.isRequired && !item.isFulfilled).map(({ key }) => key),
    ...checks.filter(({ state }) => state !== 'accepted').map(({ register }) => register),
    ...(contract && !contract.accepted_at ? ['contract'] : []),
  ];
  const paused_at = shop.file_paused_at?.toISOString() ?? null;
  return { isOn: vendorFile.isOn, kind, items, checks, contract, lacks, paused_at };
}

/** The papers of today's owner, by the items of the settings. */
async function readItems(ctx: Ctx, shop: FileShop, asked: readonly AskedPaper[]): Promise<VendorItem[]> {
  const rows = await ctx.db
    .selectFrom('vendor_papers as p')
    .innerJoin('attachments as f', 'f.id', 'p.attachment_id')
    .leftJoin('users as u', 'u.id', 'p.decided_by')
    .select(['p.id', 'p.version', 'p.item', 'p.state', 'p.created_at', 'p.reason', 'p.decided_at'])
    .select(['f.id as file_id', 'f.path', 'f.thumbnail_path', 'f.file_name', 'u.name as decider'])
    .select(sql<string | null>`p.expires_on::text`.as('expires_on'))
    .where('p.shop_id', '=', shop.id)
    .where('p.owner_id', '=', shop.owner_id ?? 0)
    .orderBy('p.id', 'desc')
    .execute();
  const today = businessDay(ctx.now);
  return asked.map((item) => {
    const papers = rows
      .filter((row) => row.item === item.key)
      .map((row): VendorPaper => {
        const { id, version, expires_on, reason, file_id, path, thumbnail_path, file_name } = row;
        return {
          id,
          version,
          expires_on,
          reason,
          state: row.state as VendorPaper['state'],
          file: present({ id: file_id, path, thumbnail_path, file_name }),
          sent_at: row.created_at.toISOString(),
          decided_at: row.decided_at?.toISOString() ?? null,
          ...(isAdmin(ctx) && { decided_by: row.decider }),
        };
      });
    return { ...item, papers, ...stateOf(papers, today) };
  });
}

/** The newest accepted paper is in force through its last day. */
function stateOf(
  papers: readonly Pick<VendorPaper, 'state' | 'expires_on'>[],
  today: string,
): { state: ItemState; isFulfilled: boolean } {
  const accepted = papers.find(({ state }) => state === 'accepted');
  const isFulfilled =
    accepted !== undefined && (accepted.expires_on === null || accepted.expires_on >= today);
  const [last] = papers;
  if (!last) return { state: 'missing', isFulfilled };
  if (last.state === 'waiting' || last.state === 'declined') return { state: last.state, isFulfilled };
  return { state: isFulfilled ? 'accepted' : accepted ? 'expired' : 'missing', isFulfilled };
}

/** The contract in force, and whether the owner has accepted this version of it. */
export async function readContract(
  ctx: Ctx,
  shop: Pick<FileShop, 'id' | 'owner_id'>,
  id: number | null,
): Promise<(VendorContract & { id: number }) | null> {
  if (id === null) return null;
  const row = await ctx.db
    .selectFrom('terms_and_conditions as t')
    .leftJoin('vendor_contracts as c', (join) =>
      join
        .onRef('c.term_id', '=', 't.id')
        .onRef('c.term_version', '=', 't.version')
        .on('c.shop_id', '=', shop.id)
        .on('c.user_id', '=', shop.owner_id ?? 0),
    )
    .select(['t.id', 't.title', 't.description', 't.version', 'c.created_at'])
    .where('t.id', '=', id)
    .where('t.is_approved', '=', true)
    .where('t.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { title, version, description, created_at } = row;
  return { id, title, version, text: description, accepted_at: created_at?.toISOString() ?? null };
}
