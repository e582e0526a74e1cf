import { weekDays } from '@/contract/core/day';
import type { Attachment } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import type { Requisites } from '@/contract/shops/requisites';
import type { ShopSettings } from '@/contract/shops/schema';
import type { Database } from '@/server/core/context';
import { type SeedCtx, seededId } from '@/server/demo/context';
import { type Drawing, figures } from '@/server/demo/pictures';
import { completeAccount } from '@/server/integrations/numbers';
import { banks } from '@/server/integrations/suggest/bundled';
import { demoOrganisations } from '@/server/integrations/suggest/bundled-organisations';
import { demoTransfers, type ShopLife, shopLives } from './shop-lives';
import { type DemoShop, people, shops, workplaces } from './shops';

const day = 24 * 3600_000;

const lifeOf = ({ key }: DemoShop): ShopLife => {
  const found = Object.entries(shopLives).find(([name]) => name === key);
  if (!found) throw new Error(`The demo does not say how "${key}" lives`);
  return found[1];
};

/** The demo's shops with everything that an owner fills in, and the workplace of the demo's staff. */
export async function seedShops(
  db: Database,
  now: Date,
  owners: Map<string, { id: number }>,
  pictures: Map<string, Attachment>,
) {
  const rows = await db
    .insertInto('shops')
    .values(
      shops.map((shop, index) => {
        const opened = new Date(now.getTime() - shop.age * day);
        const { rates } = lifeOf(shop);
        return {
          created_at: opened,
          updated_at: opened,
          name: shop.name,
          slug: toSlug(shop.name),
          owner_id: seededId(owners, shop.owner),
          description: shop.description,
          logo: JSON.stringify(pictures.get(`shop-${shop.key}`) ?? null),
          cover_image: JSON.stringify(pictures.get(coverName(shop)) ?? null),
          is_active: shop.isActive,
          address: JSON.stringify({ country: 'Россия', ...lifeOf(shop).address }),
          settings: JSON.stringify(settingsOf(shop)),
          requisites: JSON.stringify(requisitesOf(shop, index)),
          admin_commission_rate: rates.at(-1) ?? null,
          is_custom_commission: rates.length > 1,
          approved_at: rates.length > 0 ? letInAt(opened, now) : null,
        };
      }),
    )
    .returning(['id', 'name', 'slug'])
    .execute();
  const seeded = new Map(
    shops.map((shop) => {
      const row = rows.find(({ slug }) => slug === toSlug(shop.name));
      if (!row) throw new Error(`The demo lacks ${shop.name}`);
      return [
        shop.key,
        { id: row.id, name: row.name, ownerKey: shop.owner, isActive: shop.isActive, age: shop.age },
      ];
    }),
  );
  for (const { person, shop } of workplaces.slice(0, 1))
    await db
      .updateTable('users')
      .set({ shop_id: seededId(seeded, shop) })
      .where('id', '=', seededId(owners, person))
      .execute();
  return seeded;
}

/** A shop is approved two days after its creation, or halfway to now if it is newer. */
function letInAt(created: Date, now: Date): Date {
  return new Date(created.getTime() + Math.min(2 * day, (now.getTime() - created.getTime()) / 2));
}

function settingsOf(shop: DemoShop): ShopSettings {
  const { address, point, contact, website, socials, hours, handlingDays, deliveryNote } = lifeOf(shop);
  const { weekdays, saturday, sunday } = hours;
  const schedule = weekDays.flatMap((name) => {
    const found = name === 'sat' ? saturday : name === 'sun' ? sunday : weekdays;
    return found ? [{ day: name, open: found[0], close: found[1] }] : [];
  });
  return {
    contact,
    website: website ?? null,
    location: {
      lat: point[0],
      lng: point[1],
      formattedAddress: `${address.city}, ${address.street_address}`,
    },
    socials: socials.map(([icon, url]) => ({ icon, url })),
    notifications: { email: people.find(({ key }) => key === shop.owner)?.email ?? null, enable: true },
    schedule,
    handling_days: handlingDays,
    delivery_note: deliveryNote,
  };
}

function requisitesOf(shop: DemoShop, index: number): Requisites {
  const { organisation: key, bic, tax, vat } = lifeOf(shop);
  const organisation = demoOrganisations[key];
  const bank = banks.find((one) => one.bic === bic);
  if (!bank) throw new Error(`The demo knows no bank ${bic}`);
  const isLegal = organisation.type === 'LEGAL';
  const isSelfEmployed = tax === 'npd';
  return {
    legal_form: isLegal ? 'organisation' : isSelfEmployed ? 'self_employed' : 'entrepreneur',
    legal_name: isSelfEmployed ? organisation.name_short.replace('ИП ', '') : organisation.name_short,
    inn: organisation.inn,
    kpp: organisation.kpp,
    ogrn: isSelfEmployed ? null : organisation.ogrn,
    legal_address: organisation.address,
    bic,
    bank_name: bank.name,
    correspondent_account: bank.correspondent_account,
    account: completeAccount(bic, isLegal ? '40702' : '40802', 38_000_010_000 + index * 137),
    payment_email: people.find((one) => one.key === shop.owner)?.email ?? null,
    tax_system: tax,
    vat_rate: vat,
  };
}

/** Rows that belong to shops: categories, commission history, transfers. */
export async function seedShopLife(ctx: SeedCtx): Promise<void> {
  await seedShopCategories(ctx);
  await seedCommissions(ctx);
  await seedTransfers(ctx);
}

async function seedShopCategories({ db, shops: seeded }: SeedCtx): Promise<void> {
  const known = await db.selectFrom('categories').select(['id', 'name']).execute();
  const rows = shops.flatMap((shop) =>
    lifeOf(shop).categories.map((name) => {
      const category = known.find((one) => one.name === name);
      if (!category) throw new Error(`The demo has no category ${name}`);
      return { shop_id: seededId(seeded, shop.key), category_id: category.id };
    }),
  );
  await db.insertInto('category_shop').values(rows).execute();
}

async function seedCommissions({ db, now, shops: seeded, people: known }: SeedCtx): Promise<void> {
  const approved = await db.selectFrom('shops').select(['id', 'approved_at']).execute();
  const rows = shops.flatMap((shop) => {
    const { rates } = lifeOf(shop);
    const since = approved.find(({ id }) => id === seededId(seeded, shop.key))?.approved_at?.getTime();
    if (since === undefined) return [];
    return rates.map((rate, index) => ({
      shop_id: seededId(seeded, shop.key),
      rate,
      is_custom: index > 0,
      user_id: seededId(known, 'admin'),
      at: new Date(since + ((now.getTime() - since) * index) / rates.length),
    }));
  });
  await db.insertInto('shop_commissions').values(rows).execute();
}

async function seedTransfers({ db, now, shops: seeded, people: known }: SeedCtx): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  await db
    .insertInto('ownership_transfers')
    .values(
      demoTransfers.map(({ code, shop, from, to, status, message, note, asked, decided }) => ({
        transaction_identifier: code,
        shop_id: seededId(seeded, shop),
        from_id: seededId(known, from),
        to_id: seededId(known, to),
        created_by: seededId(known, from),
        status,
        message,
        note,
        decided_by: decided === null ? null : seededId(known, 'admin'),
        decided_at: decided === null ? null : ago(decided),
        created_at: ago(asked),
        updated_at: ago(decided ?? asked),
      })),
    )
    .execute();
}

const coverName = ({ key }: DemoShop) => `shop-cover-${key}`;

/** Covers: the shop's figure, large and cropped, over a pattern of small ones. */
export function coverDrawings(): Drawing[] {
  return shops.map((shop) => ({ name: coverName(shop), svg: cover(shop), size: [1200, 400] }));
}

function cover(shop: DemoShop): string {
  const [ground, colour] = shop.colours;
  const shape = figures[shop.figure].replaceAll('var(--ground)', ground);
  const small = Array.from({ length: 45 }, (_, index) => {
    const row = index % 3;
    const x = Math.floor(index / 3) * 22 + (row % 2) * 11;
    return `<g transform="translate(${x} ${row * 34 + 8}) rotate(${index % 2 === 0 ? -8 : 8}) scale(.16)">${shape}</g>`;
  }).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" color="${colour}" fill="${colour}">` +
    `<rect width="300" height="100" fill="${ground}"/><g opacity=".16">${small}</g>` +
    `<circle cx="52" cy="50" r="72" fill="${ground}" opacity=".82"/>` +
    `<g transform="translate(-6 -8) scale(1.16)" opacity=".9">${shape}</g></svg>`
  );
}
