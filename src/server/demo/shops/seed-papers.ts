import { sql } from 'kysely';
import sharp from 'sharp';
import { businessDay } from '@/contract/settings/business-day';
import type { Requisites } from '@/contract/shops/requisites';
import { defaultVendorFile, type VendorKind, type VendorRegister } from '@/contract/shops/vendor-file';
import { startPdf } from '@/server/core/documents/pdf/start-pdf';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { typed } from '@/server/demo/typed';
import type { Files } from '@/server/integrations/files/files';
import { listRegisters, toSubject } from '@/server/modules/shops/vendor-file/checks';
import papersData from './papers.json';
import { shops } from './shops';

interface DemoPapers {
  /** Headings of the sample papers by key. */
  names: Record<string, string>;
  /** Days until the papers with an expiry end, by shop. */
  left: Record<string, number>;
  /** What a waiting shop has sent, the reason where it was declined, and what is still on its way. */
  waiting: Record<string, { item: string; state: 'waiting' | 'accepted' | 'declined'; reason?: string }[]>;
}

const { names, left, waiting } = typed<DemoPapers>(papersData);
const day = 24 * 3600_000;
const usualDays = 240;

/** The file of each vendor: complete for open shops, half done for the one that waits. */
export async function seedPapers(ctx: SeedCtx, stored: Files): Promise<void> {
  const samples = await drawSamples();
  const contract = await nameContract(ctx);
  for (const { key, owner } of shops) {
    const shop = ctx.shops.get(key);
    if (!shop) continue;
    const requisites = await requisitesOf(ctx, shop.id);
    const asked = defaultVendorFile.papers[requisites.legal_form as VendorKind];
    const sent = shop.isActive
      ? asked
          .filter(({ isRequired }) => isRequired)
          .map((one) => ({ item: one.key, state: 'accepted' as const }))
      : (waiting[key] ?? []);
    for (const paper of sent) {
      const hasExpiry = asked.find((one) => one.key === paper.item)?.hasExpiry ?? false;
      const until = new Date(ctx.now.getTime() + (left[key] ?? usualDays) * day);
      const place = { key, owner, shopId: shop.id, sample: samples.get(paper.item) };
      await seedPaper(ctx, stored, place, { ...paper, expires_on: hasExpiry ? businessDay(until) : null });
    }
    if (shop.isActive)
      for (const register of listRegisters(requisites)) await seedCheck(ctx, shop.id, register, requisites);
    await seedContract(ctx, shop.id, owner, contract);
  }
}

async function requisitesOf({ db }: SeedCtx, id: number): Promise<Requisites> {
  const { requisites } = await db
    .selectFrom('shops')
    .select('requisites')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return requisites as unknown as Requisites;
}

interface Place {
  key: string;
  owner: string;
  shopId: number;
  sample: Buffer | undefined;
}

interface Sent {
  item: string;
  state: 'waiting' | 'accepted' | 'declined';
  reason?: string;
  expires_on: string | null;
}

async function seedPaper(ctx: SeedCtx, stored: Files, place: Place, paper: Sent): Promise<void> {
  const { db, now, people, shops: seeded } = ctx;
  const { sample, key, owner } = place;
  if (!sample) throw new Error(`The demo draws no ${paper.item}`);
  const kind = paper.item === 'passport' ? 'png' : 'pdf';
  const path = `demo/papers/${key}-${paper.item}-${paper.state}.${kind}`;
  await stored.put(path, sample);
  const age = Math.min((seeded.get(key)?.age ?? 1) - 1, 30);
  const sentAt = new Date(now.getTime() - age * day);
  const owner_id = seededId(people, owner);
  const { id } = await db
    .insertInto('attachments')
    .values({
      user_id: owner_id,
      kind,
      visibility: 'private',
      path,
      thumbnail_path: null,
      size: sample.length,
      file_name: `${names[paper.item] ?? paper.item}.${kind}`,
      created_at: sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const isDecided = paper.state !== 'waiting';
  await db
    .insertInto('vendor_papers')
    .values({
      shop_id: place.shopId,
      owner_id,
      item: paper.item,
      attachment_id: id,
      state: paper.state,
      expires_on: paper.expires_on,
      reason: paper.reason ?? null,
      created_at: sentAt,
      updated_at: sentAt,
      decided_by: isDecided ? seededId(people, 'admin') : null,
      decided_at: isDecided ? new Date(sentAt.getTime() + day / 2) : null,
    })
    .execute();
}

async function seedCheck(
  { db, now, people }: SeedCtx,
  shop_id: number,
  register: VendorRegister,
  requisites: Requisites,
): Promise<void> {
  const isByHand = register === 'npd';
  await db
    .insertInto('vendor_checks')
    .values({
      shop_id,
      register,
      state: 'accepted',
      subject: JSON.stringify(toSubject(requisites)),
      // No service says who is self-employed in the demo.
      ...(isByHand && { decided_by: seededId(people, 'admin') }),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

interface Contract {
  id: number;
  version: number;
  title: string;
}

/** Switches the files on. The first document of the marketplace is the contract of the demo. */
async function nameContract({ db }: SeedCtx): Promise<Contract> {
  const term = await db
    .selectFrom('terms_and_conditions')
    .select(['id', 'version', 'title'])
    .where('type', '=', 'global')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const vendorFile = JSON.stringify({ ...defaultVendorFile, isOn: true, contract: term.id });
  await db
    .updateTable('settings')
    .set({ options: sql`options || jsonb_build_object('vendorFile', ${vendorFile}::jsonb)` })
    .execute();
  return term;
}

async function seedContract(
  { db, now, people }: SeedCtx,
  shop_id: number,
  owner: string,
  term: Contract,
): Promise<void> {
  await db
    .insertInto('vendor_contracts')
    .values({
      shop_id,
      user_id: seededId(people, owner),
      term_id: term.id,
      term_version: term.version,
      title: term.title,
      ip: '203.0.113.7',
      created_at: now,
    })
    .execute();
}

/** Sample papers: each says what it is, and that it is one. */
async function drawSamples(): Promise<Map<string, Buffer>> {
  const drawn = await Promise.all(
    Object.entries(names).map(
      async ([key, name]) =>
        [key, key === 'passport' ? await drawPassport(name) : await drawPdf(name)] as const,
    ),
  );
  return new Map(drawn);
}

async function drawPdf(name: string): Promise<Buffer> {
  const pdf = await startPdf({ title: name });
  pdf.title(name);
  pdf.text('Образец для демонстрации, не настоящий документ.');
  return pdf.finish();
}

async function drawPassport(name: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="350"><rect width="500" height="350" fill="#f4ece4"/>
    <rect x="30" y="60" width="130" height="170" fill="#d9cbbd"/><circle cx="95" cy="120" r="32" fill="#a9907a"/>
    <path d="M45 230a50 55 0 0 1 100 0z" fill="#a9907a"/><g fill="#8b3a3a" font-family="sans-serif">
    <text x="30" y="40" font-size="24">${name}</text></g>
    <g fill="#c9b8a8"><rect x="190" y="70" width="240" height="14"/><rect x="190" y="105" width="180" height="14"/>
    <rect x="190" y="140" width="210" height="14"/><rect x="30" y="290" width="440" height="14"/></g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
