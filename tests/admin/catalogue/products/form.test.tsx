import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: lazy imports during a test may exceed its timeout on a busy machine.
import '@/components/editor/rich-text';
import '@/features/catalogue/products/form/description-generator';
import '@/features/catalogue/products/form/product-check';
import '@/features/catalogue/products/variations/variation-matrix';
import '@/shell/dialogs/dialog-frame';
import '@hookform/resolvers/yup';
import { type ReactNode, useEffect } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { products } from '@/contract/catalogue/products';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { SettingsOptions } from '@/contract/settings';
import type { Row } from '@/crud/types';
import { ProductForm } from '@/features/catalogue/products/form/product-form';
import { replaceReload } from '@/lib/session/session';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useSetSettings } from '@/state/settings';
import { api, listenToToasts, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';
import { answer, listenTo, refuse } from '../../shops/scene';
import { buildProduct, colour } from './product-scene';

beforeEach(() => localStorage.clear());

const shop = { id: 7, name: 'Чайная лавка', slug: 'chay' };
const picture = (id: number) => ({ id, original: `/uploads/${id}.png`, thumbnail: `/uploads/${id}.webp` });

const simple = (more: Partial<ProductDetails> = {}): ProductDetails =>
  buildProduct(
    { attributes: [] },
    {
      product_type: 'simple',
      name: 'Пиала',
      slug: 'piala',
      description: '<p>Тонкий фарфор</p>',
      type_id: 1,
      type: { id: 1, name: 'Посуда', slug: 'posuda' },
      price: 590.5,
      quantity: 12,
      sku: 'P-1',
      status: 'draft',
      categories: [{ id: 4, name: 'Чашки', slug: 'chashki' }],
      gallery: [picture(31), picture(32)],
      ...more,
    },
  );

function FormProviders({ options, children }: { options: Partial<SettingsOptions>; children: ReactNode }) {
  const set = useSetSettings();
  useEffect(() => set(options), [set, options]);
  return (
    <>
      {children}
      <ModalHost />
    </>
  );
}

interface Opening {
  role?: string;
  options?: Partial<SettingsOptions>;
}

async function open(
  product: ProductDetails | undefined,
  { role = 'store_owner', options = {} }: Opening = {},
) {
  const row = product && ({ ...product } as unknown as Row);
  const form = <ProductForm resource={products} shop="chay" {...(row && { row })} />;
  const view = renderScreen(
    <FormProviders options={options}>{form}</FormProviders>,
    '/chay/products?shop=chay',
    { role },
  );
  const permissions = [{ name: role }];
  server.use(
    http.get(api('me'), () =>
      HttpResponse.json({ id: 1, name: 'Анна', shops: [shop], managed_shop: null, permissions }),
    ),
  );
  for (const path of ['types', 'categories', 'tags', 'authors', 'manufacturers', 'delivery-classes', 'audit'])
    answer(path, { data: [] });
  answer('api/admin/boxes', { data: [] });
  answer('product-characteristics', { required: [], known: [] });
  await screen.findByLabelText(/^Название/);
  return view;
}

async function write(label: RegExp | string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (text === '') return;
  await userEvent.click(field);
  await userEvent.paste(text);
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('a new product', () => {
  it('is sent complete to the shop in the URL, and the form continues with the stored product', async () => {
    const { visits } = await open(undefined);
    answer('types', { data: [{ id: 1, name: 'Посуда', slug: 'posuda' }] });
    answer('types/1', { id: 1, name: 'Посуда', slug: 'posuda' });
    const sent = listenTo('post', 'products', simple());

    await write(/^Название/, 'Пиала «Утро»');
    await write(/^Единица продажи/, '1 шт.');
    await write(/^Цена \*|^Цена$/, '1 250,50');
    await write(/^Остаток/, '7');
    await userEvent.click(screen.getByLabelText(/^Тип товаров/));
    await userEvent.click(await screen.findByRole('option', { name: 'Посуда' }));
    await press('Опубликовать');

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      shop_id: 7,
      name: 'Пиала «Утро»',
      slug: 'piala-utro',
      type_id: 1,
      product_type: 'simple',
      price: 1250.5,
      sale_price: null,
      quantity: 7,
      status: 'publish',
      vat_rate: null,
      is_digital: false,
      categories: [],
      language: 'ru',
    });
    expect(Object.keys(sent[0] as object)).not.toEqual(
      expect.arrayContaining(['matrix', 'variation_options', 'quantity_was']),
    );
    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/chay/products/5/edit'));
  }, 40_000);

  it('shows an error at every missing field and marks the sections', async () => {
    await open(undefined);
    const sent = listenTo('post', 'products');

    await write(/^Штрихкод/, '4600494692148');
    await press('Сохранить черновик');

    await waitFor(() =>
      expect(screen.getByLabelText(/^Название/)).toHaveAccessibleDescription('Укажите название'),
    );
    // An empty slug is made from the name: no error.
    expect(screen.getByLabelText('Адрес страницы')).not.toBeInvalid();
    expect(screen.getByLabelText(/^Цена \*|^Цена$/)).toHaveAccessibleDescription('Укажите цену');
    expect(screen.getByLabelText(/^Штрихкод/)).toHaveAccessibleDescription(/Такого штрихкода не бывает/);
    const parts = screen.getByRole('navigation', { name: 'Части формы' });
    expect(within(parts).getAllByRole('img', { name: 'Здесь есть ошибка' })).toHaveLength(3);
    expect(screen.getByText('5 ошибок')).toHaveTextContent(
      /^5 ошибок · Главное: Название.* · Цена и остаток: .*Цена/,
    );
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(5);
    expect(sent).toEqual([]);
  });

  it('is digital or external, never both', async () => {
    await open(undefined);
    await userEvent.click(screen.getByRole('radio', { name: 'Цифровой' }));
    expect(screen.getByLabelText(/^Файл для покупателя/)).toBeInTheDocument();

    await userEvent.click(screen.getByRole('radio', { name: 'На другом сайте' }));

    expect(screen.queryByLabelText(/^Файл для покупателя/)).toBeNull();
    expect(screen.queryByLabelText(/^Остаток/)).toBeNull();
    expect(screen.getByLabelText(/^Где продаётся/)).toBeVisible();
  });
});

describe('a stored product', () => {
  it('sends only changed fields; a quantity as a difference with its reason', async () => {
    await open(simple());
    const sent = listenTo('put', 'products/5', simple({ version: 4 }));

    await write(/^Остаток/, '10');
    await write(/^Почему изменился/, 'Бой');
    await press('Сохранить черновик');

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      quantity: 10,
      quantity_was: 12,
      quantity_reason: 'Бой',
      version: 3,
      language: 'ru',
    });
  });

  it('expands the SEO fields, whose preview updates when typing pauses', async () => {
    await open(simple());
    expect(screen.queryByRole('figure')).toBeNull();
    await press('Поиск и соцсети');
    expect(screen.getByRole('figure')).toHaveTextContent('Пиала');

    await write(/^Название/, 'Пиала «Вечер»');

    await waitFor(() => expect(screen.getByRole('figure')).toHaveTextContent('Пиала «Вечер»'));
    // The slug of a stored product does not change.
    expect(screen.getByRole('figure')).toHaveTextContent('› piala');
  });

  it('reorders pictures by the arrow keys and sends their order', async () => {
    await open(simple());
    const sent = listenTo('put', 'products/5', simple({ version: 4 }));

    screen.getByRole('button', { name: /^Перетащить картинку 1/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByText('Теперь на месте 2 из 2')).toBeInTheDocument();
    await press('Сохранить черновик');

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(Object.keys(sent[0] as object).sort()).toEqual(['gallery', 'language', 'version']);
    expect((sent[0] as ProductDetails).gallery.map(({ id }) => id)).toEqual([32, 31]);
  });

  it('shows server errors at their fields, at any depth', async () => {
    await open(simple());
    refuse('put', 'products/5', 422, {
      message: 'VALIDATION_FAILED',
      errors: { 'seo.metaTitle': ['error-too-long'], sku: ['error-taken'] },
      request_id: 'r1',
    });

    await press('Поиск и соцсети');
    await write(/^Заголовок для поиска/, 'Пиала');
    expect(screen.getByText('Так товар увидят в поиске').parentElement).toHaveTextContent('Пиала');
    await press('Сохранить черновик');

    await waitFor(() => expect(screen.getByLabelText(/^Артикул/)).toHaveAccessibleDescription(/занят/i));
    expect(screen.getByLabelText(/^Заголовок для поиска/)).toHaveAccessibleDescription(/Слишком длинно/);
  });

  it('counts every wrong cell of the variations in the bar', async () => {
    const stored = buildProduct(
      { attributes: [colour] },
      { status: 'publish', type: { id: 1, name: 'Посуда', slug: 'posuda' } },
    );
    await open(stored);
    const prices = await screen.findAllByRole('textbox', { name: /^Цена: / });
    for (const price of prices.slice(0, 2)) await userEvent.clear(price);
    await userEvent.tab();
    await press('Сохранить');

    expect(await screen.findByText('2 ошибки')).toHaveTextContent('2 ошибки · Варианты');
    await press('Варианты');
    expect(prices[0]).toHaveFocus();
    await userEvent.type(prices[0] as HTMLElement, '100');
    await userEvent.tab();

    expect(await screen.findByText('1 ошибка')).toHaveTextContent('1 ошибка · Варианты');
  }, 40_000);

  it('shows both versions of a conflict and sends the chosen values', async () => {
    await open(simple());
    const theirs = simple({
      version: 4,
      price: 700,
      categories: [{ id: 9, name: 'Подарки', slug: 'podarki' }],
      gallery: [picture(31)],
    });
    const changed = { by: { id: 3, name: 'Мария Орлова' }, at: '2026-03-01T10:00:00.000Z' };
    refuse('put', 'products/5', 409, { message: 'CONFLICT', current: theirs, changed, request_id: 'r1' });
    await write(/^Цена \*|^Цена$/, '650');
    await press('Сохранить черновик');

    const panel = await screen.findByRole('alert', { name: /изменил кто-то другой/ });
    expect(within(panel).getByText(/другой человек: Мария Орлова, /)).toBeVisible();
    expect(within(panel).getByText('Чашки')).toBeVisible();
    expect(within(panel).getByText('Подарки')).toBeVisible();
    expect(panel.querySelectorAll('img')).toHaveLength(3);
    const sent = listenTo('put', 'products/5', { ...theirs, version: 5, price: 650 });
    await userEvent.click(within(panel).getByRole('button', { name: 'Сохранить выбранное' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ price: 650, version: 4, language: 'ru' });
  });

  it('confirms a change of type that loses data, and keeps the data on cancel', async () => {
    await open(simple());

    await userEvent.click(screen.getByRole('radio', { name: 'С вариантами' }));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText('Разбить на варианты?')).toBeVisible();
    await userEvent.click(within(question).getByRole('button', { name: 'Отмена' }));

    expect(screen.getByRole('radio', { name: 'Простой' })).toBeChecked();
    expect(screen.getByLabelText(/^Остаток/)).toHaveValue('12');
  });
});

describe('the draft', () => {
  it('is restored after a lost session, including the last input', async () => {
    replaceReload(() => undefined);
    const { unmount } = await open(simple());
    server.use(
      http.put(api('products/5'), () =>
        HttpResponse.json({ message: 'NOT_AUTHENTICATED', request_id: 'r1' }, { status: 401 }),
      ),
    );
    await write(/^Название/, 'Пиала «Вечер»');
    await press('Сохранить черновик');
    await waitFor(() => expect(Object.keys(localStorage)).toEqual(['gostiny-draft:products:1:7:5']));
    unmount();

    await open(simple());

    expect(screen.getByLabelText(/^Название/)).toHaveValue('Пиала');
    await press(/^Восстановить черновик от \d\d:\d\d/);
    expect(screen.getByLabelText(/^Название/)).toHaveValue('Пиала «Вечер»');
    const sent = listenTo('put', 'products/5', simple({ version: 4, name: 'Пиала «Вечер»' }));
    await press('Сохранить черновик');
    await waitFor(() => expect(sent).toEqual([{ name: 'Пиала «Вечер»', version: 3, language: 'ru' }]));
    await waitFor(() => expect(Object.keys(localStorage)).toEqual([]));
  }, 40_000);

  it('is applied to a product that has changed since, with a notice', async () => {
    const { unmount } = await open(simple());
    await write(/^Единица продажи/, 'пара');
    await screen.findByText(/^Черновик сохранён/);
    unmount();

    await open(simple({ version: 4, name: 'Пиала большая' }));

    expect(screen.getByText(/С тех пор запись изменили/)).toBeVisible();
    await press(/^Восстановить черновик/);
    expect(screen.getByLabelText(/^Название/)).toHaveValue('Пиала большая');
    expect(screen.getByLabelText(/^Единица продажи/)).toHaveValue('пара');
  }, 40_000);

  it('is deleted on request, and the form stays as it is', async () => {
    const { unmount } = await open(simple());
    await write(/^Единица продажи/, 'пара');
    await screen.findByText(/^Черновик сохранён/);
    unmount();

    await open(simple());
    await userEvent.click(
      within(screen.getByRole('region', { name: 'Черновик' })).getByRole('button', { name: 'Удалить' }),
    );

    expect(screen.queryByRole('region', { name: 'Черновик' })).toBeNull();
    expect(screen.getByLabelText(/^Единица продажи/)).toHaveValue('1 шт');
    expect(Object.keys(localStorage)).toEqual([]);
  }, 40_000);
});

describe('moderation', () => {
  const reviewed = { options: { isProductReview: true } };
  const names = () => screen.getAllByRole('radio').filter((one) => one.getAttribute('name') === 'status');
  const statuses = () => names().map((one) => one.getAttribute('value'));

  it('shows a vendor the outcome on the buttons, and lets an administrator choose', async () => {
    const { unmount } = await open(simple(), reviewed);
    expect(statuses()).toEqual([]);
    const sent = listenTo('put', 'products/5', simple({ version: 4, status: 'under_review' }));
    await write(/^Название/, 'Пиала «Вечер»');
    await press('Отправить на проверку');
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'Пиала «Вечер»', status: 'under_review', version: 3, language: 'ru' }]),
    );
    unmount();
    localStorage.clear();

    await open(simple({ status: 'under_review' }), { ...reviewed, role: 'super_admin' });
    expect(statuses()).toEqual(['publish', 'rejected', 'unpublish', 'draft']);
  }, 40_000);

  it('keeps a draft a draft on Ctrl+S', async () => {
    await open(simple(), reviewed);
    const sent = listenTo('put', 'products/5', simple({ version: 4 }));
    await write(/^Название/, 'Пиала «Вечер»');

    await userEvent.keyboard('{Control>}s{/Control}');

    await waitFor(() => expect(sent).toEqual([{ name: 'Пиала «Вечер»', version: 3, language: 'ru' }]));
  });

  it('shows the reason of a rejection and resubmits the product', async () => {
    const review = {
      id: 3,
      submitted_at: '2026-03-01T10:00:00.000Z',
      decision: 'rejected',
      reason: 'Нет состава',
      values: null,
    } as const;
    await open(simple({ status: 'rejected', review }), reviewed);
    const toasts = listenToToasts();
    const again = { ...review, id: 4, decision: null, reason: null };
    const sent = listenTo('put', 'products/5', simple({ version: 4, status: 'under_review', review: again }));

    expect(screen.getByText('Нет состава')).toBeVisible();
    await press('Отправить на проверку');

    await waitFor(() => expect(sent).toEqual([{ status: 'under_review', version: 3, language: 'ru' }]));
    await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['Отправлено на проверку']));
  });

  it('restores the rejected changes', async () => {
    const review = {
      id: 3,
      submitted_at: '2026-03-01T10:00:00.000Z',
      decision: 'rejected',
      reason: 'Опечатка',
      values: { name: 'Пеала' },
    } as const;
    await open(simple({ status: 'publish', review }), reviewed);
    answer('product-reviews/3', {
      fields: [
        { key: 'name', language: null, variation: null, before: 'Пиала', after: 'Пеала' },
        {
          key: 'categories',
          language: null,
          variation: null,
          before: [],
          after: [{ id: 9, name: 'Подарки' }],
        },
        { key: 'name', language: 'en', before: null, after: 'Bowl' },
      ],
    });

    await press('Взять отправленное в форму');

    await waitFor(() => expect(screen.getByLabelText(/^Название/)).toHaveValue('Пеала'));
    expect(screen.getByText('Подарки')).toBeVisible();
  });
});

describe('the description generator', () => {
  it('is offered only when the settings enable it', async () => {
    await open(simple());
    expect(screen.queryByRole('button', { name: 'Сочинить с ИИ' })).toBeNull();
  });

  it('takes a custom prompt and inserts the result into the editor', async () => {
    await open(simple(), { options: { useAi: true } });
    const sent = listenTo('post', 'generate-descriptions', {
      status: 'success',
      result: 'Лёгкая пиала.\n\n- тонкая\n- белая',
    });
    await press('Сочинить с ИИ');

    const dialog = await screen.findByRole('dialog');
    const prompt = await within(dialog).findByLabelText(/^Что попросить/);
    expect(prompt).toHaveValue('Напиши описание товара: Пиала (тип: Посуда).');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Сочинить' }));
    expect(await within(dialog).findByText(/Лёгкая пиала/)).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Вставить в описание' }));

    expect(sent).toEqual([{ prompt: 'Напиши описание товара: Пиала (тип: Посуда).' }]);
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Описание' }).querySelectorAll('li')).toHaveLength(2),
    );
  });

  it('shows an error when the service is unavailable', async () => {
    await open(simple(), { options: { useAi: true } });
    refuse('post', 'generate-descriptions', 503, { message: 'UNAVAILABLE', request_id: 'r1' });
    await press('Сочинить с ИИ');

    await userEvent.click(await screen.findByRole('button', { name: 'Сочинить' }));

    expect(await screen.findByText(/Сервер временно недоступен/)).toBeVisible();
    await act(async () => undefined);
  });
});
