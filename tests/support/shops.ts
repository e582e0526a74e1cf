import type { Requisites } from '@/contract/shops/requisites';
import type { Scene } from './factories';
import type { TestApp } from './server';

/** Requisites of an organisation with valid control digits. */
export const requisites: Requisites = {
  legal_form: 'organisation',
  legal_name: 'ООО «Первая лавка»',
  inn: '7736050003',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: '117312, г Москва, ул Вавилова, д 19',
  bic: '044525225',
  bank_name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  account: '40702810938000012345',
  payment_email: 'pay@test.ru',
  tax_system: 'usn_income',
  vat_rate: 'none',
};

/** Valid body of `POST shops`. */
export const shopBody = {
  name: 'Новая лавка',
  description: 'Посуда из липы.',
  address: {
    country: 'Россия',
    state: 'Кировская обл',
    city: 'Киров',
    zip: '610000',
    street_address: 'ул Спасская, д 18',
  },
  settings: {
    contact: '+7 (912) 330-25-18',
    website: 'https://lavka.test',
    location: { lat: 58.6036, lng: 49.6679, formattedAddress: 'г Киров, ул Спасская, д 18' },
    socials: [{ icon: 'VkIcon', url: 'https://vk.com/lavka' }],
    notifications: { email: 'orders@test.ru', enable: true },
    schedule: [{ day: 'mon', open: '09:00', close: '18:00' }],
    handling_days: 2,
    delivery_note: 'Отправляем на следующий день.',
  },
  requisites,
};

interface ApprovedPayout {
  /** Roubles; the shop is given them first. */
  amount: number;
  /** Of the shop at the time of the request. */
  requisites?: { inn: string; account: string; name?: string } | null;
  shop?: { id: number };
}

/** A withdrawal that was requested and approved through the API; its money is on its way. Returns its id. */
export async function buildApproved(
  api: TestApp,
  scene: Scene,
  { amount, requisites = null, shop = scene.shop }: ApprovedPayout,
): Promise<number> {
  const ask = async (path: string, body: object, status: number) => {
    const answer = await api.request<{ id: number }>(scene.super_admin, 'POST', path, body);
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
    return answer.body.id;
  };
  await ask(`shops/${shop.id}/adjustments`, { amount, reason: 'Перенос остатка' }, 201);
  await api.db
    .updateTable('shops')
    .set({ requisites: requisites && JSON.stringify(requisites) })
    .where('id', '=', shop.id)
    .execute();
  const id = await ask('withdraws', { shop_id: shop.id, amount, payment_method: 'Счёт' }, 201);
  return ask('approve-withdraw', { id, status: 'approved' }, 200);
}
