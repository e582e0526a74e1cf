import { cleanup, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { permissionsOfRole, type Role } from '@/contract/core/permissions';
import { useMe } from '@/lib/session/me';
import { isOffered } from '@/shell/menu/offered';
import { prepare, readMeanings, readTyped, scoreMatch } from '@/shell/search/rank';
import '@/shell/search/search-panel';
import { type KnownGroup, useLocalResults } from '@/shell/search/use-local-results';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, ours, renderApp, signInAs } from './render-app';

/** What people type, a group, and what they find first in it: title and address. */
type Line = [typed: string, group: KnownGroup, first: string];

function Probe({ typed }: { typed: string }) {
  const found = useLocalResults(typed, undefined);
  const { data: me } = useMe();
  const lines = [...found].flatMap(([group, items]) =>
    items.map(({ title, path }) => `${group} | ${title} | ${path ?? ''}`),
  );
  return <output aria-label={typed}>{me ? lines.join('\n') : 'loading'}</output>;
}

/** Everything that each of these texts finds, best first. */
async function find(role: Role, texts: readonly string[]): Promise<Map<string, string[]>> {
  signInAs(role);
  const shop = buildShop('lavka');
  const more = {
    ...(role === 'store_owner' && { shops: [shop] }),
    ...(role === 'staff' && { managed_shop: shop }),
  };
  server.use(http.get('http://localhost/admin/rest/me', () => HttpResponse.json(buildMe(role, more))));
  renderApp(
    <>
      <Probe typed="" />
      {texts.map((typed) => (
        <Probe key={typed} typed={typed} />
      ))}
    </>,
    fakeRouter('/'),
  );
  const linesOf = (typed: string) => screen.getByLabelText(typed).textContent?.split('\n') ?? [];
  // Shops and habits come with the person.
  await waitFor(() => expect(screen.getAllByRole('status')[0]?.textContent).not.toBe('loading'));
  const everything = screen.getAllByRole('status')[0]?.textContent?.split('\n') ?? [];
  return new Map([['', everything], ...texts.map((typed): [string, string[]] => [typed, linesOf(typed)])]);
}

async function expectFirst(role: Role, table: readonly Line[]) {
  const found = await find(role, [...new Set(table.map(([typed]) => typed))]);
  const first = table.map(([typed, group]) => {
    const line = found.get(typed)?.find((one) => one.startsWith(`${group} | `)) ?? '';
    return [typed, group, line.split(' | ').slice(1).join(' → ')];
  });
  expect(first).toEqual(table);
}

beforeEach(() => localStorage.clear());

const vatOfCompany = 'Ставка НДС → /settings/company-information#field-companyRequisites.vat_rate';

describe('in Russian', () => {
  it('an administrator finds settings, pages and actions by their words', async () => {
    await expectFirst('super_admin', [
      ['НДС', 'settings', vatOfCompany],
      ['ylc', 'settings', vatOfCompany],
      ['НДС', 'pages', 'Налоги → /taxes'],
      ['валюта', 'settings', 'Валюта → /settings/payment#field-currency'],
      ['dfk.nf', 'settings', 'Валюта → /settings/payment#field-currency'],
      ['sms', 'settings', 'SMS → /settings/events#field-smsEvent'],
      ['смс', 'settings', 'SMS → /settings/events#field-smsEvent'],
      ['доставка', 'settings', 'Бесплатная доставка → /settings/shop#field-freeShipping'],
      ['доставка', 'pages', 'Способы доставки → /shippings'],
      ['выплата', 'settings', 'Вывод средств → /settings/events#bell-withdraw'],
      ['выплата', 'pages', 'Вывод средств → /withdraws'],
      ['часовой пояс', 'settings', 'Часовой пояс → /settings#field-timeZone'],
      ['логотипа', 'settings', 'Логотип → /settings#field-logo'],
      ['реквизиты', 'settings', 'Реквизиты → /settings/company-information#field-companyRequisites.inn'],
      ['баллы', 'settings', 'Баллы за регистрацию → /settings#field-signupPoints'],
      ['штук порог', 'settings', 'Мало — меньше, чем → /settings/shop#field-lowStockThreshold'],
      ['создать купон', 'actions', 'Создать купон → /coupons/create'],
      ['добавить промокод', 'actions', 'Создать купон → /coupons/create'],
      ['новые коробки', 'actions', 'Создать: Коробки → /boxes/create'],
      ['добавить товар', 'actions', 'Новый товар → /shops'],
      ['пригласить сотрудника', 'actions', 'Пригласить сотрудника → /shops'],
      ['касса', 'actions', 'Кассовые чеки → /ledger?view=receipts'],
      ['чеки', 'actions', 'Кассовые чеки → /ledger?view=receipts'],
      ['сверка', 'actions', 'Сверка с платёжными системами → /ledger?view=reconciliation'],
      ['платежи', 'actions', 'Платежи покупателей → /ledger?view=payments'],
      ['купонов', 'pages', 'Купоны → /coupons'],
      ['заказами', 'pages', 'Заказы → /orders'],
      ['бренд', 'pages', 'Производители → /manufacturers'],
      ['удалённое', 'pages', 'Корзина → /activity/trash'],
      ['оферта', 'pages', 'Условия и соглашения → /terms-and-conditions'],
    ]);
  });

  it('an owner finds his own settings and the pages of his shop', async () => {
    await expectFirst('store_owner', [
      ['НДС', 'settings', 'Ставка НДС → /vendor/settings#field-company.vat_rate'],
      ['выплата', 'settings', 'Расчётный счёт → /vendor/settings#field-company.account'],
      ['выплата', 'pages', 'Вывод средств → /lavka/withdraws'],
      ['выплата', 'actions', 'Вывести деньги → /lavka/withdraws/create'],
      ['доставка', 'settings', 'Доставка и уведомления → /lavka/edit#delivery'],
      ['добавить товар', 'actions', 'Новый товар → /lavka/products/create'],
      ['пригласить сотрудника', 'actions', 'Пригласить сотрудника → /lavka/staffs/create'],
      ['gfhjkm', 'settings', 'Сменить пароль → /profile-update#old-password'],
      ['валюта', 'settings', ''],
      ['создать купон', 'actions', 'Создать: Купоны → /lavka/coupons/create'],
    ]);
  });

  it('a member of staff finds the pages of the shop and the profile', async () => {
    await expectFirst('staff', [
      ['заказы', 'pages', 'Заказы → /lavka/orders'],
      ['добавить товар', 'actions', 'Новый товар → /lavka/products/create'],
      ['пароль', 'settings', 'Сменить пароль → /profile-update#old-password'],
      ['НДС', 'settings', ''],
      ['выплата', 'pages', ''],
      ['пригласить сотрудника', 'actions', ''],
      ['сверка', 'actions', ''],
    ]);
  });
});

/** Words of the trade that are no title; each is found as the page, action or setting where it is dealt with. */
const ofTrade: [typed: string, path: string][] = [
  ['договор', '/terms-and-conditions'],
  ['импорт', '/lavka/products'],
  ['штрихкод', '/lavka/products'],
  ['резерв', '/lavka/products/inventory'],
  ['поставщик', '/lavka'],
  ['заморозка', '/lavka/withdraws'],
];

describe('words of the trade', () => {
  it('find what they are dealt with in, for an owner and for an administrator', async () => {
    const shopOf = (path: string) => (path === '/lavka' ? '/shops' : path.replace('/lavka/', '/'));
    for (const role of ['store_owner', 'super_admin'] as const) {
      const found = await find(role, [...ofTrade.map(([typed]) => typed), 'жалоба']);
      const pathsOf = (typed: string) => (found.get(typed) ?? []).map((line) => line.split(' | ')[2]);
      const expected = ofTrade.map(([typed, path]): [string, string] => {
        if (role === 'store_owner') return [typed, typed === 'договор' ? `/lavka${path}` : path];
        // An administrator chooses the shop first.
        return [typed, typed === 'импорт' ? '/shops' : shopOf(path)];
      });
      expect(expected.filter(([typed, path]) => !pathsOf(typed).includes(path))).toEqual([]);
      if (role === 'super_admin') expect(pathsOf('жалоба')).toContain('/abusive_reports');
      cleanup();
    }
  });

  it('are no need where the label is known: every setting and action is found by its own, first or beside its equals', async () => {
    const all = await find('super_admin', []);
    const lines = (all.get('') ?? []).filter(
      (line) => line.startsWith('settings | ') || line.startsWith('actions | '),
    );
    cleanup();
    expect(lines.length).toBeGreaterThan(150);
    const labels = [...new Set(lines.map((line) => line.split(' | ')[1] ?? ''))];

    const found = await find('super_admin', labels);

    const lost = lines.filter((line) => !found.get(line.split(' | ')[1] ?? '')?.includes(line));
    expect(lost).toEqual([]);
  }, 60_000);
});

describe('in English', () => {
  beforeEach(async () => {
    await i18next.changeLanguage('en');
    return () => i18next.changeLanguage('ru');
  });

  it('an administrator finds settings, pages and actions by their words', async () => {
    await expectFirst('super_admin', [
      ['VAT', 'settings', 'VAT rate → /settings/company-information#field-companyRequisites.vat_rate'],
      ['currencies', 'settings', 'Currency → /settings/payment#field-currency'],
      ['сгккутсн', 'settings', 'Currency → /settings/payment#field-currency'],
      ['sms', 'settings', 'SMS → /settings/events#field-smsEvent'],
      ['shipping', 'settings', 'Free delivery → /settings/shop#field-freeShipping'],
      ['payout', 'pages', 'Withdrawals → /withdraws'],
      ['add a voucher', 'actions', 'Create coupon → /coupons/create'],
      ['invite employees', 'actions', 'Invite staff → /shops'],
      ['taxes', 'pages', 'Taxes → /taxes'],
      ['brands', 'pages', 'Manufacturers → /manufacturers'],
    ]);
  });

  it('an owner and a member of staff find what is theirs', async () => {
    await expectFirst('store_owner', [
      ['VAT', 'settings', 'VAT rate → /vendor/settings#field-company.vat_rate'],
      ['add product', 'actions', 'New product → /lavka/products/create'],
      ['currency', 'settings', ''],
    ]);
  });
});

describe('the words', () => {
  it.each(['super_admin', 'store_owner', 'staff'] as const)(
    'lead %s only where the role may go',
    async (role) => {
      const person = { permissions: permissionsOfRole[role], id: 7, capabilities: ours };

      const found = await find(role, ['настройки', 'создать', 'деньги', 'магазин', 'заказ', 'люди']);

      const paths = [...found.values()].flat().flatMap((line) => line.split(' | ')[2]?.split('#')[0] || []);
      expect(paths.length).toBeGreaterThan(0);
      expect(paths.filter((path) => !isOffered(path, person))).toEqual([]);
    },
  );

  it('put first among similar results what the person opens', async () => {
    await expectFirst('super_admin', [['баннер', 'pages', 'Рекламные баннеры → /advertising-banners']]);
    cleanup();
    const counts = [['page /review-banners', 9]];
    localStorage.setItem('gostiny-search-uses', JSON.stringify({ person: 7, counts }));

    await expectFirst('super_admin', [['баннер', 'pages', 'Баннеры на проверке → /review-banners']]);
    cleanup();
    // A habit does not push an exact match aside.
    const other = [['page /coupons/verify', 50]];
    localStorage.setItem('gostiny-search-uses', JSON.stringify({ person: 7, counts: other }));
    await expectFirst('super_admin', [['купоны', 'pages', 'Купоны → /coupons']]);
  });

  it('of a text are all found, in any order and form', () => {
    const found = (text: string, typed: string) =>
      scoreMatch(prepare({ title: text }), readTyped(typed, readMeanings(['письмо почта'], 'для'))) > 0;

    expect(found('Ёлка зелёная', 'зеленая елка')).toBe(true);
    expect(found('Привет', 'ghbdtn')).toBe(true);
    expect(found('Hello', 'руддщ')).toBe(true);
    expect(found('Заявки на возврат', 'заявок')).toBe(true);
    expect(found('Письма', 'почты')).toBe(true);
    expect(found('Настройки для магазина', 'магазинов')).toBe(true);
    expect(found('Настройки магазина', 'настройки для магазина')).toBe(true);
    expect(found('Привет', 'прив нет')).toBe(false);
    expect(found('Цена', 'ценник')).toBe(false);
  });
});
