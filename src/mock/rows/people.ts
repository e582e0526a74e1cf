import type { ShopStub } from '@/contract/accounts/auth';
import type { User } from '@/contract/accounts/users/schema';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import type { Shop, ShopSettings } from '@/contract/shops/schema';
import type { Staff } from '@/contract/shops/staffs/schema';
import customerData from '@/server/demo/accounts/customers.json';
import personData from '@/server/demo/shops/people.json';
import lifeData from '@/server/demo/shops/shop-lives.json';
import shopData from '@/server/demo/shops/shops.json';
import staffData from '@/server/demo/shops/staffs.json';
import { daysFromNow, named, nth, numbered, stubOf, typed } from './row';

interface PersonData {
  key: string;
  name: string;
  email: string;
  role: Role;
  contact?: string;
  age?: number;
}

interface ShopData {
  key: string;
  owner: string;
  name: string;
  description: string;
  isActive: boolean;
  age: number;
}

interface LifeData {
  address: Shop['address'];
  contact: string;
  website?: string;
}

const people = typed<PersonData[]>(personData);
const shopKeys = typed<ShopData[]>(shopData).map(({ key }) => key);

/** Index of a shop's key in the rows of shops; the first shop for an unknown key. */
export const shopIndex = (key: string | undefined) => Math.max(0, shopKeys.indexOf(key ?? ''));

export const permissionRows = (role: Role): User['permissions'] =>
  permissionsOfRole[role].map((name, index) => ({ id: index + 1, name, guard_name: 'api' }));

function personRow(person: PersonData) {
  const { name, email, role, contact = null, age = 30 } = person;
  const since = daysFromNow(-age);
  return {
    name,
    email,
    email_verified: true,
    email_verified_at: since,
    is_active: true,
    ban_reason: null,
    shop_id: null,
    profile: {
      avatar: null,
      bio: null,
      contact,
      contact_verified: contact !== null,
      socials: [],
      notifications: { email: null, enable: false },
    },
    permissions: permissionRows(role),
    wallet: null,
    created_at: since,
    updated_at: since,
  };
}

export function makeUsers(): User[] {
  const customers = typed<[string, string][]>(customerData).map(([name, login], index) =>
    personRow({ key: login, name, email: `${login}@mail.example`, role: 'customer', age: 300 - index * 7 }),
  );
  return numbered<Omit<User, 'id' | 'version'>>([...people.map(personRow), ...customers]);
}

export function makeShops(users: readonly User[]): Shop[] {
  const lives = typed<Record<string, LifeData | undefined>>(lifeData);
  return numbered(
    typed<ShopData[]>(shopData).map(({ key, owner: ownerKey, name, description, isActive, age }, index) => {
      const owner = nth(
        users,
        Math.max(
          0,
          people.findIndex((person) => person.key === ownerKey),
        ),
      );
      const life = lives[key];
      const since = daysFromNow(-age);
      return {
        ...named(name),
        description,
        is_active: isActive,
        owner_id: owner.id,
        logo: null,
        cover_image: null,
        owner: {
          id: owner.id,
          name: owner.name,
          email: owner.email,
          profile: { avatar: null, contact: owner.profile.contact },
        },
        address: life?.address ?? ({} as Shop['address']),
        settings: shopSettings(life),
        orders_count: 12 + index,
        products_count: 10 + index,
        staffs_count: 1,
        categories: [],
        requisites: null,
        balance: balanceOf(index),
        approved_at: isActive ? since : null,
        created_at: since,
        updated_at: since,
      };
    }),
  );
}

const shopSettings = (life: LifeData | undefined): ShopSettings => ({
  contact: life?.contact ?? '',
  website: life?.website ?? null,
  socials: [],
  schedule: [],
  location: {} as ShopSettings['location'],
  notifications: { email: null, enable: false },
  handling_days: 1,
  delivery_note: null,
});

const balanceOf = (index: number): NonNullable<Shop['balance']> => ({
  id: index + 1,
  shop_id: index + 1,
  admin_commission_rate: 10,
  is_custom_commission: false,
  total_earnings: 240_000 + index * 10_000,
  withdrawn_amount: 120_000,
  on_hold_amount: 20_000,
  current_balance: 100_000 + index * 10_000,
  payment_info: null,
});

export function makeStaffs(shops: readonly Shop[]): Staff[] {
  type StaffData = { name: string; email: string; shop: number; scopes: Staff['scopes']; state?: string };
  const data = typed<StaffData[]>(staffData);
  const own = people.filter(({ role }) => role === 'staff');
  const demo = own.map(({ name, email }) => ({
    name,
    email,
    shop: 0,
    scopes: scopesOfDemo,
    state: undefined,
  }));
  return numbered(
    [...demo, ...data].map(({ name, email, shop, scopes, state }) => ({
      name,
      email: email.includes('@') ? email : `${email}@mail.example`,
      scopes,
      shop_id: nth(shops, shop).id,
      shop: stubOf(nth(shops, shop)),
      is_active: state !== 'blocked',
      is_invited: state === 'invited',
    })),
  );
}

const scopesOfDemo: Staff['scopes'] = ['catalogue', 'orders', 'feedback', 'promotions', 'content'];

export const shopStub = ({ id, name, slug, logo, is_active }: Shop): ShopStub => ({
  id,
  name,
  slug,
  is_active,
  logo: logo ?? null,
});
