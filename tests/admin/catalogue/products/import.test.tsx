import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImportError, ImportErrorGroup, ProductImport } from '@/contract/catalogue/products/imports';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const uploaded: ProductImport = {
  id: 5,
  version: 1,
  shop_id: 7,
  file_name: 'товары.csv',
  sheet_name: null,
  headings: ['Артикул', 'Название', 'Прочее'],
  samples: [['A-1', 'Кружка', 'x']],
  reading: {
    format: 'csv',
    encoding: 'windows-1251',
    encodingBy: 'likely',
    separator: ';',
    sheet: null,
    sheets: [],
  },
  mapping: { 0: 'sku', 1: 'name' },
  options: {
    mode: 'rows',
    match: 'sku',
    existing: 'update',
    fresh: 'create',
    stock: 'difference',
    trashed: 'refuse',
    refused: 'row',
    values: {},
  },
  status: 'uploaded',
  total: 5000,
  passed: 0,
  created: 0,
  updated: 0,
  rejected: 0,
  failure: null,
  files: 0,
  created_at: '2026-11-21T09:00:00.000Z',
  updated_at: '2026-11-21T09:00:00.000Z',
};
const checked: ProductImport = {
  ...uploaded,
  version: 3,
  status: 'checked',
  passed: 5000,
  created: 4900,
  updated: 60,
  rejected: 37,
};
const mistakes: ImportError[] = [
  {
    line: 8,
    is_rejected: true,
    cells: ['A-8', '', 'x'],
    errors: { 1: 'error-name-required', type: 'error-type-required' },
  },
  {
    line: 9,
    is_rejected: false,
    cells: ['A-9', 'Чашка', 'y'],
    errors: { 2: 'error-import-picture-missing' },
  },
];

const groups: ImportErrorGroup[] = [
  {
    column: '1',
    error: 'error-name-required',
    is_rejected: true,
    count: 1200,
    first_line: 8,
    missing: [],
    maps: null,
    creates: null,
  },
  {
    column: '2',
    error: 'error-wrong-value',
    is_rejected: true,
    count: 1,
    first_line: 14,
    missing: [],
    maps: null,
    creates: null,
  },
  {
    column: 'type',
    error: 'error-import-unknown',
    is_rejected: true,
    count: 12,
    first_line: 9,
    missing: [
      { name: 'Керамика', count: 9, guess: { target: '4', label: 'Керамические изделия' } },
      { name: 'Стекло', count: 3, guess: null },
    ],
    maps: 'type',
    creates: 'type',
  },
];

function Opener() {
  const { open } = useModalActions();
  return (
    <>
      <button type="button" onClick={() => open('EXPORT_IMPORT_PRODUCT', { shopId: 7, shop: 'lavka' })}>
        файлы
      </button>
      <ModalHost />
    </>
  );
}

/** Import on the fake server; tests advance it. */
let now: ProductImport | undefined;
const asked: { path: string; body: unknown }[] = [];

const page = (data: unknown[]) => ({ data, current_page: 1, last_page: 1, per_page: 50, total: data.length });

const keep = vi.fn(() => 'blob:x');

beforeEach(() => {
  now = undefined;
  asked.length = 0;
  URL.createObjectURL = keep;
  URL.revokeObjectURL = vi.fn();
  const answer =
    (path: string, change: (before: ProductImport) => ProductImport) =>
    async ({ request }: { request: Request }) => {
      const text = await request.text();
      asked.push({ path, body: text.startsWith('{') ? JSON.parse(text) : text });
      now = change(now ?? uploaded);
      return HttpResponse.json(now);
    };
  server.use(
    http.get(api('product-imports'), () => HttpResponse.json(page(now ? [now] : []))),
    http.get(api('product-imports/values'), () => HttpResponse.json({ data: [] })),
    http.get(api('product-imports/columns'), () => HttpResponse.json({ data: [] })),
    http.get(api('product-imports/5/first-rows'), () => HttpResponse.json({ data: [] })),
    http.get(api('product-imports/5'), () => HttpResponse.json(now)),
    http.get(api('product-imports/5/errors'), () => HttpResponse.json(page(now?.rejected ? mistakes : []))),
    http.post(
      api('product-imports'),
      answer('upload', () => uploaded),
    ),
    http.patch(
      api('product-imports/5'),
      answer('patch', (one) => ({ ...one, status: 'uploaded' })),
    ),
    http.post(
      api('product-imports/5/check'),
      answer('check', (one) => ({ ...one, status: 'checking' })),
    ),
    http.get(api('product-imports/5/error-groups'), () =>
      HttpResponse.json({ data: now?.rejected ? groups : [] }),
    ),
    http.post(
      api('product-imports/5/missing'),
      answer('missing', (one) => ({ ...one, status: 'checking' })),
    ),
    http.post(
      api('product-imports/5/run'),
      answer('run', (one) => ({ ...one, status: 'running', passed: 37 })),
    ),
    http.post(
      api('product-imports/5/cancel'),
      answer('cancel', (one) => ({ ...one, status: 'cancelled' })),
    ),
  );
});

async function openDialog(address = '/lavka/products') {
  const view = renderScreen(<Opener />, address, { role: 'store_owner' });
  await userEvent.click(screen.getByRole('button', { name: 'файлы' }));
  await screen.findByRole('dialog', { name: 'Импорт и экспорт товаров' });
  return view;
}

const choose = async (name = 'товары.csv') =>
  userEvent.upload(
    await screen.findByLabelText(/Выберите файл/),
    new File(['Артикул;Название'], name, { type: 'text/csv' }),
    { applyAccept: false },
  );

it('goes from a file through column mapping and a check to the import', async () => {
  await openDialog();

  await choose();
  const third = await screen.findByRole('combobox', { name: 'Что в колонке «Прочее»' });
  expect(screen.getByRole('combobox', { name: 'Что в колонке «Артикул»' })).toHaveValue('sku');
  expect(screen.getByText(/не хватает: Тип товаров, Единица продажи, Цена/)).toBeInTheDocument();
  await userEvent.selectOptions(third, 'price');
  expect(screen.getByText(/не хватает: Тип товаров, Единица продажи\./)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Единица продажи'), 'шт.');
  expect(screen.getByText(/не хватает: Тип товаров\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'не загружать ничего' }));
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));

  expect(await screen.findByRole('progressbar', { name: 'Проверяем строки' })).toBeInTheDocument();
  expect(asked.map(({ path }) => path)).toEqual(['upload', 'patch', 'check']);
  expect(asked[1]?.body).toEqual({
    mapping: { 0: 'sku', 1: 'name', 2: 'price' },
    options: { ...uploaded.options, mode: 'atomic', values: { unit: 'шт.' } },
  });
  now = checked;
  expect(await screen.findByText('Проверка закончена, пока ничего не изменено')).toBeInTheDocument();
  expect(screen.getByText('4 900 будут созданы')).toBeInTheDocument();
  expect(screen.getByText('37 с ошибками')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Загрузить верные строки' }));

  expect(await screen.findByRole('progressbar', { name: 'Загружаем товары' })).toHaveValue(37);
  now = { ...checked, status: 'done', version: 4 };
  expect(await screen.findByText('Загрузка закончена')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'К товарам' })).toHaveAttribute('href', '/lavka/products');
});

it('maps a field to one column only', async () => {
  now = uploaded;
  await openDialog();

  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'Что в колонке «Прочее»' }),
    'sku',
  );

  expect(screen.getByRole('combobox', { name: 'Что в колонке «Артикул»' })).toHaveValue('');
});

it('lists errors by line and column with the value, including dropped values of imported rows', async () => {
  now = checked;
  await openDialog();

  await userEvent.click(await screen.findByRole('button', { name: 'Показать по строкам' }));
  const table = await screen.findByRole('table', { name: 'Ошибки в файле' });
  const rows = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(rows).toEqual([
    '8НазваниеУкажите название',
    '8Тип товаровУкажите тип товаров',
    '9ПрочееКартинки нет в архивезагружено без этогоy',
  ]);
});

it('groups equal errors and creates the missing records, then checks again', async () => {
  now = checked;
  await openDialog();

  const list = await screen.findByRole('list', { name: 'Ошибки в файле' });
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent(
    'НазваниеУкажите название1 200 строк, с 8-й',
  );
  expect(within(list).getAllByRole('listitem')[1]).toHaveTextContent(/строка 14$/);
  await userEvent.click(within(list).getByRole('button', { name: 'Создать: Керамика' }));

  expect(await screen.findByRole('progressbar', { name: 'Проверяем строки' })).toBeInTheDocument();
  expect(asked).toEqual([{ path: 'missing', body: { field: 'type', names: ['Керамика'] } }]);
});

it('creates all missing records of a column together', async () => {
  now = checked;
  await openDialog();

  await userEvent.click(await screen.findByRole('button', { name: 'Создать 2 записи' }));

  await waitFor(() =>
    expect(asked).toEqual([{ path: 'missing', body: { field: 'type', names: ['Керамика', 'Стекло'] } }]),
  );
});

it('offers an empty template', async () => {
  let query: URLSearchParams | undefined;
  server.use(
    http.get(api('product-imports/template.xlsx'), ({ request }) => {
      query = new URL(request.url).searchParams;
      return new HttpResponse('PK', { headers: { 'content-type': 'application/octet-stream' } });
    }),
  );
  await openDialog();

  await userEvent.click(await screen.findByRole('button', { name: 'Скачать пустой шаблон, XLSX' }));

  await waitFor(() => expect(Object.fromEntries(query ?? [])).toEqual({ shop_id: '7', language: 'ru' }));
});

it('resumes an import in progress and cancels it', async () => {
  now = { ...checked, status: 'running', passed: 1200, rejected: 0 };
  await openDialog();

  expect(await screen.findByText('1 200 из 5 000')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Остановить' }));

  expect(await screen.findByText('Загрузка остановлена')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Продолжить' }));
  expect(await screen.findByRole('progressbar', { name: 'Загружаем товары' })).toBeInTheDocument();
});

it('shows the error of a rejected file', async () => {
  server.use(
    http.post(api('product-imports'), () =>
      HttpResponse.json(
        { message: 'VALIDATION_FAILED', errors: { csv: ['error-import-old-excel'] }, request_id: 'r' },
        { status: 422 },
      ),
    ),
  );
  await openDialog();

  await choose('товары.pdf');
  expect(await screen.findByRole('alert')).toHaveTextContent('Подойдёт CSV, XLSX, XLS или ODS.');
  await choose('товары.xls');

  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('старый формат Excel'));
});

it('exports the filtered list in the chosen columns and format', async () => {
  let query: URLSearchParams | undefined;
  server.use(
    http.get(api('product-exports'), ({ request }) => {
      query = new URL(request.url).searchParams;
      return new HttpResponse('PK', { headers: { 'content-type': 'application/octet-stream' } });
    }),
  );
  await openDialog('/lavka/products?search=кружка&status=draft');
  await userEvent.click(await screen.findByRole('tab', { name: 'Скачать' }));

  await userEvent.click(screen.getByRole('button', { name: 'Цены и остатки' }));
  await userEvent.click(screen.getByRole('radio', { name: 'XLSX' }));
  await userEvent.click(screen.getByRole('button', { name: 'Скачать' }));

  await waitFor(() => expect(keep).toHaveBeenCalled());
  expect(Object.fromEntries(query ?? [])).toEqual({
    shop_id: '7',
    format: 'xlsx',
    language: 'ru',
    columns: 'name,slug,sku,price,sale_price,quantity,parent,options',
    searchJoin: 'and',
    search: 'name:кружка;status:draft',
  });
});

const page20 = (rows: object[]) => ({ ...page(rows), per_page: 20 });

describe('a name that is not understood', () => {
  beforeEach(() => {
    server.use(
      http.get(api('types'), () =>
        HttpResponse.json(page20([{ id: 8, name: 'Стеклянные изделия', slug: 'steklo' }])),
      ),
      http.post(api('product-imports/5/values'), async ({ request }) => {
        asked.push({ path: 'values', body: await request.json() });
        now = { ...checked, status: 'checking' };
        return HttpResponse.json(now);
      }),
    );
  });

  it('offers the most similar record, takes another one, and remembers all in one step', async () => {
    now = checked;
    await openDialog();

    expect(await screen.findByLabelText('Керамика · 9 строк')).toHaveValue('Керамические изделия');
    const other = screen.getByLabelText('Стекло · 3 строки');
    expect(other).toHaveValue('');
    await userEvent.click(other);
    await userEvent.click(await screen.findByRole('option', { name: 'Стеклянные изделия' }));
    await userEvent.click(screen.getByRole('button', { name: 'Запомнить 2 значения и проверить' }));

    expect(await screen.findByRole('progressbar', { name: 'Проверяем строки' })).toBeInTheDocument();
    expect(asked).toEqual([
      {
        path: 'values',
        body: {
          field: 'type',
          values: [
            { name: 'Керамика', target: '4' },
            { name: 'Стекло', target: '8' },
          ],
        },
      },
    ]);
  });

  it('is not remembered as a guess that the person cleared', async () => {
    now = checked;
    await openDialog();

    await userEvent.click(await screen.findByRole('button', { name: 'Убрать: Керамические изделия' }));

    expect(screen.getByLabelText('Керамика · 9 строк')).toHaveValue('');
    expect(screen.getByRole('button', { name: 'Запомнить 0 значений и проверить' })).toBeDisabled();
  });

  it('that was explained before can be changed and forgotten at the columns', async () => {
    now = uploaded;
    let values = [
      { id: 1, field: 'type', name: 'Подарки', target: '4', label: 'Керамические изделия' },
      { id: 2, field: 'status', name: 'в архиве', target: 'draft', label: null },
      { id: 3, field: 'tags', name: 'хит', target: '9', label: null },
    ];
    const patched = vi.fn();
    server.use(
      http.get(api('product-imports/values'), ({ request }) =>
        HttpResponse.json({ data: new URL(request.url).searchParams.get('shop_id') === '7' ? values : [] }),
      ),
      http.patch(api('product-imports/values/:id'), async ({ request, params }) => {
        patched(params.id, await request.json());
        return HttpResponse.json(true);
      }),
      http.delete(api('product-imports/values/:id'), ({ params }) => {
        values = values.filter(({ id }) => String(id) !== params.id);
        return HttpResponse.json(true);
      }),
    );
    await openDialog();

    await userEvent.click(await screen.findByText('Запомнены 3 значения из файлов магазина'));
    expect(screen.getByLabelText('Тип товаров: «Подарки»')).toHaveValue('Керамические изделия');
    expect(screen.getByLabelText('Метки: «хит»')).toHaveAccessibleDescription(
      'Записи больше нет, выберите другую',
    );
    await userEvent.selectOptions(screen.getByLabelText('Статус: «в архиве»'), 'Опубликован');
    await waitFor(() => expect(patched).toHaveBeenCalledWith('2', { target: 'publish' }));
    await userEvent.click(screen.getByRole('button', { name: 'Забыть: Подарки' }));
    expect(await screen.findByText('Запомнены 2 значения из файлов магазина')).toBeInTheDocument();
  });
});

describe('before anything is written', () => {
  it('the file is read again in the encoding that the person chooses', async () => {
    await openDialog();
    await choose();
    const encoding = await screen.findByRole('combobox', { name: 'Кодировка' });
    expect(encoding).toHaveValue('windows-1251');
    expect(screen.getByRole('combobox', { name: 'Разделитель' })).toHaveValue(';');

    await userEvent.selectOptions(encoding, 'KOI8-R');

    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['upload', 'upload']));
    expect(asked[1]?.body).toContain('koi8-r');
  });

  it('of an import that was opened again the file must be chosen again for that', async () => {
    now = uploaded;
    await openDialog();

    expect(await screen.findByRole('combobox', { name: 'Кодировка' })).toBeDisabled();
    expect(screen.getByText('Чтобы прочитать иначе, выберите файл ещё раз.')).toBeInTheDocument();
  });

  it('columns that were chosen before are shown and can be forgotten', async () => {
    now = uploaded;
    let shapes = [
      {
        id: 3,
        file_name: 'прайс.csv',
        headings: uploaded.headings,
        mapping: { 0: 'sku', 2: 'price' },
        updated_at: uploaded.updated_at,
      },
    ];
    server.use(
      http.get(api('product-imports/columns'), () => HttpResponse.json({ data: shapes })),
      http.delete(api('product-imports/columns/3'), () => {
        shapes = [];
        return HttpResponse.json(true);
      }),
    );
    await openDialog();

    await userEvent.click(await screen.findByText('Запомнены колонки 1 вида файлов'));
    expect(screen.getByText('Артикул → Артикул · Прочее → Цена')).toBeInTheDocument();
    expect(screen.getByText(/так, как вы выбрали для файла «прайс.csv»/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Забыть: прайс.csv' }));

    await waitFor(() =>
      expect(screen.queryByText('Запомнены колонки 1 вида файлов')).not.toBeInTheDocument(),
    );
  });

  it('the first rows are shown as they will become, with marks', async () => {
    now = checked;
    const cell = { column: '0', field: 'sku', cell: 'A-1', value: 'A-1', error: null, is_different: false };
    const other = {
      column: '1',
      field: 'name',
      cell: '250 г',
      value: '0.25',
      error: null,
      is_different: true,
    };
    server.use(
      http.get(api('product-imports/5/first-rows'), () =>
        HttpResponse.json({ data: [{ line: 2, outcome: 'create', cells: [cell, other] }] }),
      ),
    );
    await openDialog();

    const region = await screen.findByRole('region', { name: 'Первые строки, какими они станут' });
    expect(within(region).getByText('новый')).toBeInTheDocument();
    expect(within(region).getByText('0.25').tagName).toBe('MARK');
    expect(within(region).getByText('в файле: 250 г')).toBeInTheDocument();
    expect(within(region).getByText('A-1').tagName).not.toBe('MARK');
  });
});

describe('after a check', () => {
  it('the rest of rows with wrong cells is updated when the person says so, at one click', async () => {
    now = checked;
    await openDialog();
    await userEvent.click(await screen.findByRole('button', { name: 'Обновить остальное' }));

    expect(await screen.findByRole('progressbar', { name: 'Проверяем строки' })).toBeInTheDocument();
    expect(asked).toMatchObject([
      { path: 'patch', body: { options: { refused: 'cell' } } },
      { path: 'check' },
    ]);
  });

  it('products in the trash are offered to be restored', async () => {
    now = checked;
    const trashed = { ...groups[1], column: '0', error: 'error-import-in-trash', count: 2 };
    server.use(http.get(api('product-imports/5/error-groups'), () => HttpResponse.json([trashed])));
    await openDialog();
    await userEvent.click(await screen.findByRole('button', { name: 'Восстановить и обновить' }));

    await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['patch', 'check']));
    expect(asked[0]?.body).toEqual({ options: { trashed: 'restore' } });
  });
});
