import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { FilePreview } from '@/contract/payments/reconciliation';
import type { RememberedStatement, StatementTable } from '@/contract/payments/statement-columns';
import { Files } from '@/features/payments/reconciliation/files';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** A bank's table that nobody recognises: a person names its columns, looks at the first lines, then posts. */

const table: StatementTable = {
  headings: ['Когда', '', 'Ушло', 'Пришло', 'За что'],
  samples: [
    ['27.11.2026', '17', '', '118,50', 'Оплата заказа'],
    ['28.11.2026', '18', '40,00', '', 'Комиссия'],
  ],
  columns: { 1: 'number' },
  is_remembered: false,
  needs_account: true,
};
const preview: FilePreview = {
  id: 7,
  kind: 'statement',
  provider: null,
  file_name: 'bank.csv',
  state: 'waiting',
  problem: null,
  problem_line: null,
  problem_expected: null,
  problem_found: null,
  first_day: '2026-11-27',
  last_day: '2026-11-28',
  lines: 2,
  uploaded_by: { id: 1, name: 'Анна' },
  created_at: '2026-11-29T09:00:00.000Z',
  posted_at: null,
  known: 0,
  days: [],
  accounts: [],
  entries: [],
  warnings: [],
  groups: [{ match: 'unknown', direction: 'in', lines: 2, sum: 118.5 }],
  first_lines: [
    {
      id: 1,
      direction: 'in',
      day: '2026-11-27',
      number: '17',
      amount: 118.5,
      party: 'ООО Раз',
      party_inn: null,
      party_account: null,
      purpose: 'Оплата заказа',
    },
    {
      id: 2,
      direction: 'out',
      day: '2026-11-28',
      number: '18',
      amount: 40,
      party: '',
      party_inn: '7736050003',
      party_account: null,
      purpose: 'Комиссия',
    },
  ],
};
const shape: RememberedStatement = {
  id: 3,
  file_name: 'old.csv',
  headings: ['Когда', 'Сколько'],
  columns: { 0: 'day', 1: 'amount' },
  updated_at: '2026-11-20T09:00:00.000Z',
};

interface Sent {
  columns: string | null;
  account: string | null;
}
let sent: Sent[];
let shapes: RememberedStatement[];

beforeEach(() => {
  sent = [];
  shapes = [];
  server.use(
    http.get(api('reconciliation/files'), () => HttpResponse.json(pageOf([]))),
    http.get(api('reconciliation/columns'), () => HttpResponse.json({ data: shapes })),
    http.get(api('reconciliation/files/7'), () => HttpResponse.json(preview)),
    http.post(api('reconciliation/tables'), () => HttpResponse.json(table)),
    http.post(api('reconciliation/files'), async ({ request }) => {
      const form = await request.text();
      const field = (name: string) =>
        new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(form)?.[1] ?? null;
      const [columns, account] = [field('columns'), field('account')];
      sent.push({ columns, account });
      if (!columns) return refuse({ file: ['error-registry-headings'] });
      if (account === '17') return refuse({ account: ['error-statement-account'] });
      return HttpResponse.json(preview, { status: 201 });
    }),
  );
});

const refuse = (errors: Record<string, string[]>) =>
  HttpResponse.json({ code: 'VALIDATION_FAILED', message: 'VALIDATION_FAILED', errors }, { status: 422 });
const choose = async (name = 'bank.csv') =>
  userEvent.upload(await screen.findByLabelText(/Реестр или выписка/), new File(['x'], name));
const openColumns = async () => {
  renderScreen(<Files providers={['yookassa']} />, '/ledger?view=reconciliation');
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Колонки' }));
};
const name = async (heading: string, field: string) =>
  userEvent.selectOptions(await screen.findByLabelText(`Что в колонке «${heading}»`), field);

it('is read by the columns that a person names, and its first lines are shown', async () => {
  await openColumns();
  const read = await screen.findByRole('button', { name: 'Прочитать' });
  expect(read).toBeDisabled();
  expect(screen.getByText('Не хватает: дата, сумма, дебет или кредит.')).toBeInTheDocument();
  expect(screen.getByLabelText('Что в колонке «Без названия, № 2»')).toHaveValue('number');

  await name('Когда', 'Дата');
  await name('Ушло', 'Списано (дебет)');
  await name('Пришло', 'Поступило (кредит)');
  await name('За что', 'Назначение');
  await userEvent.type(screen.getByLabelText('Счёт, по которому выписка'), '17');
  await userEvent.click(read);
  expect(await screen.findByText('В счёте 20 цифр')).toBeInTheDocument();
  // Nothing typed or chosen is lost.
  expect(screen.getByLabelText('Что в колонке «Ушло»')).toHaveValue('debit');
  await userEvent.type(screen.getByLabelText('Счёт, по которому выписка'), '0'.repeat(18));
  await userEvent.click(read);

  const lines = await screen.findByRole('table', { name: 'Первые строки, как они прочитаны' });
  const [, first, second] = within(lines).getAllByRole('row');
  expect(first).toHaveTextContent(/27.*17.*ООО Раз.*Оплата заказа.*118[.,]5/);
  expect(second).toHaveTextContent(/18.*7736050003.*Комиссия.*[-−].?40/);
  expect(sent.at(-1)).toEqual({
    columns: JSON.stringify({ 0: 'day', 1: 'number', 2: 'debit', 3: 'credit', 4: 'purpose' }),
    account: `17${'0'.repeat(18)}`,
  });
});

it('can be read by other columns until it is posted, but not from a list that has no file', async () => {
  await openColumns();
  await name('Когда', 'Дата');
  await name('Пришло', 'Сумма');
  await userEvent.click(screen.getByRole('button', { name: 'Прочитать' }));
  await screen.findByRole('button', { name: 'Провести' });

  await userEvent.click(screen.getByRole('button', { name: 'Колонки' }));
  expect(await screen.findByRole('button', { name: 'Прочитать' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'К файлам' }));
  expect(await screen.findByRole('button', { name: 'Провести' })).toBeInTheDocument();
});

it('a field that is chosen for another column leaves the first', async () => {
  await openColumns();
  await name('Когда', 'Дата');
  await name('За что', 'Дата');
  expect(screen.getByLabelText('Что в колонке «Когда»')).toHaveValue('');
});

it('a statement of 1C that is refused has no columns to name', async () => {
  renderScreen(<Files providers={['yookassa']} />, '/ledger?view=reconciliation');
  await choose('kl_to_1c.txt');
  expect(await screen.findByText(/Не нашлось строки с заголовками/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Колонки' })).not.toBeInTheDocument();
});

it('a file without a table says so, and the way back', async () => {
  server.use(http.post(api('reconciliation/tables'), () => refuse({ file: ['error-statement-headings'] })));
  await openColumns();
  expect(await screen.findByText(/Не нашлось таблицы/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'К файлам' }));
  expect(await screen.findByLabelText(/Реестр или выписка/)).toBeInTheDocument();
});

it('what is remembered is shown and forgotten', async () => {
  shapes = [shape];
  server.use(
    http.delete(api('reconciliation/columns/3'), () => {
      shapes = [];
      return HttpResponse.json(true);
    }),
  );
  renderScreen(<Files providers={['yookassa']} />, '/ledger?view=reconciliation');
  expect(await screen.findByText('Запомнены колонки 1 вида выписок')).toBeInTheDocument();
  expect(screen.getByText('Когда → Дата · Сколько → Сумма')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Забыть: old.csv', hidden: true }));
  await screen.findByText('Файлов ещё нет');
  await expect.poll(() => screen.queryByText('Запомнены колонки 1 вида выписок')).toBeNull();
});
