import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { VendorSettings } from '@/contract/shops/vendor-settings';
import { VendorSettingsForm } from '@/features/shops/vendor-settings/vendor-settings-form';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const sber = {
  bic: '044525225',
  name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  swift: null,
  inn: null,
  kpp: null,
  address: null,
  status: 'ACTIVE',
};
const lavka = {
  inn: '7707083893',
  kpp: '770701001',
  ogrn: '1027700132195',
  name_short: 'ООО «Лавка»',
  name_full: 'Общество «Лавка»',
  opf: 'ООО',
  type: 'LEGAL',
  address: 'г. Москва, ул. Вавилова, д. 19',
  management: null,
  status: 'ACTIVE',
};

/** The page of a vendor, with registers that contain these records; requests are recorded. */
function open({
  organisations = [lavka],
  stored = {},
}: {
  organisations?: object[];
  stored?: Partial<VendorSettings>;
} = {}) {
  const sent: unknown[] = [];
  const settings: VendorSettings = {
    company: null,
    fast_payments: null,
    notifications: { email: null, enable: false },
    version: 2,
    ...stored,
  };
  server.use(
    http.get(api('vendor/settings'), () => HttpResponse.json(settings)),
    http.put(api('vendor/settings'), async ({ request }) => {
      const body = (await request.json()) as Partial<VendorSettings>;
      sent.push(body);
      return HttpResponse.json({ ...settings, ...body, version: 3 });
    }),
    http.get(api('sbp/members'), () =>
      HttpResponse.json([{ bankName: 'Т-Банк', schema: 'bank100000000004' }]),
    ),
    http.get(api('organizations/info'), () => HttpResponse.json(organisations)),
    http.get(api('banks/info'), ({ request }) =>
      new URL(request.url).searchParams.get('bic') === sber.bic
        ? HttpResponse.json(sber)
        : HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 }),
    ),
  );
  renderScreen(<VendorSettingsForm />, '/vendor/settings', { role: 'store_owner' });
  return sent;
}

const field = (name: string | RegExp) => screen.findByRole('textbox', { name });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

describe('the settings of a vendor', () => {
  it('are filled in by ИНН and БИК', async () => {
    const sent = open();

    await userEvent.type(await field(/ИНН/), '7707 083893');
    await waitFor(async () => expect(await field(/ОГРН/)).toHaveValue('1027700132195'));
    await userEvent.type(await field(/БИК/), '044525225');
    await waitFor(async () => expect(await field('Банк')).toHaveValue('ПАО Сбербанк'));
    await userEvent.type(await field(/Расчётный счёт/), '40702810638050013199');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Система/ }), 'usn_income');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Ставка/ }), 'none');
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      version: 2,
      company: {
        inn: '7707083893',
        kpp: '770701001',
        legal_name: 'ООО «Лавка»',
        bank_name: 'ПАО Сбербанк',
        correspondent_account: sber.correspondent_account,
      },
      fast_payments: null,
    });
  });

  it('offer unsaved input at the next visit', async () => {
    open();
    await userEvent.type(await field('Название'), 'Лавка');
    await screen.findByText(/^Черновик сохранён/);
    cleanup();

    open();
    expect(await field('Название')).toHaveValue('');
    await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик/ }));

    expect(await field('Название')).toHaveValue('Лавка');
  });

  it('offer a choice where an ИНН has branches, and overwrite nothing on their own', async () => {
    open({ organisations: [lavka, { ...lavka, kpp: '540602001', status: 'LIQUIDATING' }] });
    await userEvent.type(await field('Название'), 'Моё');

    await userEvent.type(await field(/ИНН/), '7707083893');

    expect(await screen.findByText(/Найдены 2 записи/)).toBeVisible();
    expect(screen.getByText('Ликвидируется')).toBeVisible();
    expect(await field('Название')).toHaveValue('Моё');
    await userEvent.click(screen.getAllByRole('button', { name: 'Подставить' })[1] ?? document.body);
    expect(await field(/КПП/)).toHaveValue('540602001');
  });

  it('report an unknown number and one with wrong control digits', async () => {
    const sent = open({ organisations: [] });

    await userEvent.type(await field(/ИНН/), '7707083893');
    expect(await screen.findByText(/По этому ИНН никого не нашли/)).toBeVisible();
    await userEvent.type(await field(/БИК/), '044525999');
    expect(await screen.findByText(/Банка с таким БИК не нашли/)).toBeVisible();
    await userEvent.clear(await field(/ИНН/));
    await userEvent.type(await field(/ИНН/), '7707083894');
    await save();

    expect(await screen.findByText(/Контрольная цифра ИНН не сходится/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('may lack requisites, but need both the phone and the bank of fast payments', async () => {
    const sent = open();

    await userEvent.type(await field('Телефон'), '9161234567');
    await save();
    expect(await screen.findByText('Выберите банк')).toBeVisible();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Банк' }), 'bank100000000004');
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      company: null,
      fast_payments: { phone: '+7 (916) 123-45-67', member: 'bank100000000004' },
    });
  });
});
