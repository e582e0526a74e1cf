/** People and shops of the plain server, and common values of its rows. */
export type Row = Record<string, unknown>;

export const time = '2026-09-14T08:30:00.000000Z';
export const stamps = { created_at: time, updated_at: time };
export const texts = { language: 'ru', translated_languages: ['ru'] };
export const noStub = { id: null, name: null, slug: null, logo: null };

export const image = {
  id: '41',
  original: 'http://localhost:3431/files/lamp.png',
  thumbnail: 'http://localhost:3431/files/lamp.png',
};

const permission = (id: number, name: string) => ({ id, name, guard_name: 'api', pivot: { model_id: 1 } });

const person = (id: number, name: string, email: string, roles: string[], more: Row = {}): Row => ({
  id,
  name,
  email,
  email_verified_at: null,
  email_verified: true,
  is_active: 1,
  shop_id: null,
  profile: null,
  permissions: roles.map((role, index) => permission(index + 1, role)),
  ...stamps,
  ...more,
});

export const admin = person(1, 'Анна Главная', 'admin@demo.ru', ['super_admin', 'store_owner', 'customer']);
export const owner = person(2, 'Олег Лавочник', 'owner@demo.ru', ['store_owner', 'customer'], {
  profile: { id: 5, avatar: [], bio: null, contact: '+1 202 555 0142', socials: null, customer_id: 2 },
});
export const staff = person(3, 'Соня Помощница', 'staff@demo.ru', ['staff', 'customer'], { shop_id: 11 });
export const customer = person(4, 'Клара Новакова', 'klara@example.cz', ['customer'], {
  profile: { id: 6, avatar: null, bio: null, contact: '19365141641631', socials: [], customer_id: 4 },
  address: [
    {
      id: 9,
      title: 'Domů',
      type: 'billing',
      default: 0,
      address: { street_address: 'Vodičkova 12', city: 'Praha', state: null, zip: '110 00', country: 'CZ' },
      location: null,
      customer_id: 4,
    },
  ],
  wallet: { id: 1, customer_id: 4, total_points: 500, points_used: 20, available_points: 480 },
});

export const shop: Row = {
  id: 11,
  owner_id: 2,
  owner: { ...owner, permissions: undefined },
  name: 'Лампы и свет',
  slug: 'lampy',
  description: null,
  cover_image: [],
  logo: image,
  is_active: 1,
  address: {
    street_address: '1600 Pennsylvania Ave',
    city: 'Washington',
    state: 'DC',
    zip: '20500',
    country: 'US',
  },
  settings: { contact: '+1 202 555 0142', website: null, location: [], socials: [] },
  notifications: null,
  orders_count: 2,
  products_count: 2,
  ...stamps,
};
export const newShop: Row = {
  ...shop,
  id: 12,
  name: 'Новая лавка',
  slug: 'lavka',
  is_active: 0,
  logo: null,
  settings: null,
  address: null,
  owner: undefined,
};
export const balance = {
  id: 3,
  shop_id: 11,
  admin_commission_rate: null,
  total_earnings: 1200,
  withdrawn_amount: 100,
  current_balance: 1100,
  payment_info: { account: 12345, name: 'Oleg', email: 'owner@demo.ru', bank: 'First Bank' },
};
export const shopStub = { id: 11, name: shop.name, slug: 'lampy', logo: image };

export const people = { admin, owner, staff, customer };
