import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  ProductReview,
  ProductReviewDetails,
  ReviewedField,
} from '@/contract/catalogue/products/moderation';
import { defaultSettings } from '@/contract/settings';
import { plainText } from '@/features/catalogue/products/moderation/field-kinds';
import { ModerationPage } from '@/features/catalogue/products/moderation/moderation-page';
import { type DiffPart, wordDiff } from '@/features/catalogue/products/moderation/word-diff';
import { ShopSettings } from '@/features/settings/shop-settings';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const buildReview = (id: number, more: Partial<ProductReview> = {}): ProductReview => ({
  id,
  version: 3,
  product_id: id * 10,
  shop_id: 4,
  kind: 'change',
  state: 'waiting',
  shop: { id: 4, name: 'Чайная лавка', slug: 'chay' },
  product: { id: id * 10, name: `Чай ${id}`, slug: `chay-${id}`, image: null },
  submitter: { id: 9, name: 'Борис' },
  reason: null,
  decided_at: null,
  decider: null,
  submitted_at: '2026-03-09T09:00:00.000Z',
  created_at: '2026-03-09T09:00:00.000Z',
  updated_at: '2026-03-09T09:00:00.000Z',
  ...more,
});
const field = (
  key: string,
  before: unknown,
  after: unknown,
  language: string | null = null,
): ReviewedField => ({
  key,
  language,
  variation: null,
  before,
  after,
});
const picture = (id: number) => ({
  id,
  original: `/admin/rest/uploads/${id}.png`,
  thumbnail: `/admin/rest/uploads/${id}.webp`,
});

let waiting: ProductReview[] = [];
let fields: ReviewedField[] = [];
let asked: URLSearchParams[] = [];
let sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  waiting = [buildReview(1), buildReview(2), buildReview(3)];
  fields = [field('name', 'Чай чёрный', 'Чай зелёный')];
  asked = [];
  sent = [];
  const decide = (verb: string) =>
    http.post(api(`product-reviews/:id/${verb}`), async ({ request, params }) => {
      sent.push({ path: `${String(params.id)}/${verb}`, body: await request.json() });
      waiting = waiting.filter(({ id }) => id !== Number(params.id));
      return HttpResponse.json({});
    });
  server.use(
    http.get(api('product-reviews'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf(waiting));
    }),
    http.get(api('product-reviews/:id'), ({ params }) => {
      const one = waiting.find(({ id }) => id === Number(params.id)) ?? buildReview(Number(params.id));
      const whole: ProductReviewDetails = { ...one, fields, vendor: { approved: 12, rejected: 3 } };
      return HttpResponse.json(whole);
    }),
    decide('approve'),
    decide('reject'),
  );
});

const Page = () => (
  <>
    <ModerationPage />
    <ModalHost />
  </>
);
const open = (address = '/products/moderation', role = 'super_admin') =>
  renderScreen(<Page />, address, { role });
const pane = (name: string) => screen.findByRole('heading', { level: 2, name: new RegExp(name) });

describe('the moderation queue', () => {
  it('lists pending submissions and opens the first with both sides of the change', async () => {
    open();

    expect(await pane('Чай 1')).toBeVisible();
    expect(asked[0]?.get('state')).toBe('waiting');
    const article = within(screen.getByRole('article'));
    const [old, fresh] = [article.getByText('чёрный'), article.getByText('зелёный')];
    expect([old.tagName, fresh.tagName]).toEqual(['DEL', 'INS']);
    expect(article.getByText('У продавца одобрено: 12, отклонено: 3')).toBeVisible();
    expect(screen.getByRole('link', { current: true })).toHaveTextContent('Чай 1');
  });

  it('approves the shown version with A and opens the next submission', async () => {
    const toasts = listenToToasts();
    open();
    await pane('Чай 1');

    await userEvent.keyboard('j');
    await pane('Чай 2');
    await userEvent.keyboard('a');

    await pane('Чай 3');
    expect(sent).toEqual([{ path: '2/approve', body: { version: 3 } }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Одобрено: «Чай 2»']);
    await userEvent.keyboard('{ArrowUp}');
    await pane('Чай 1');
  });

  it('rejects with D only with a reason, which a template fills in', async () => {
    open();
    await pane('Чай 1');

    await userEvent.keyboard('d');
    const dialog = within(await screen.findByRole('dialog'));
    const text = await dialog.findByLabelText(/Причина/);
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(text).toHaveAccessibleDescription(/Напишите причину/);
    await userEvent.click(dialog.getByRole('button', { name: 'Описание' }));
    await userEvent.type(text, ' Спасибо!');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));

    await pane('Чай 2');
    expect(sent).toEqual([
      {
        path: '1/reject',
        body: { version: 3, reason: expect.stringMatching(/^Описание не даёт.*Спасибо!$/) },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('rejects all that match the filter with one reason, step by step', async () => {
    const toasts = listenToToasts();
    const answers = [
      { done: 2, next: { after: 2, until: 9 }, refused: [] },
      { done: 1, next: null, refused: [] },
    ];
    server.use(
      http.get(api('product-reviews'), () => HttpResponse.json(pageOf(waiting, { total: 3 + sent.length }))),
      http.post(api('product-reviews/bulk/reject'), async ({ request }) => {
        sent.push({ path: 'bulk', body: await request.json() });
        if (sent.length === 2) waiting = [];
        return HttpResponse.json(answers[sent.length - 1]);
      }),
    );
    open('/products/moderation?kind=product');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Отметить: Чай 1' }));
    waiting = waiting.slice(0, 2);
    const bar = within(screen.getByRole('region', { name: 'Действия с выбранными' }));

    await userEvent.click(bar.getByRole('button', { name: 'Отклонить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Отмена' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Отметить: Чай 2' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Отметить: Чай 2' }));
    await userEvent.click(bar.getByRole('button', { name: 'Выбрать все 3 по фильтру' }));
    expect(bar.getByText('Выбраны все: 3')).toBeVisible();
    await userEvent.click(bar.getByRole('button', { name: 'Отклонить' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('3 записи')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));
    expect(sent).toEqual([]);
    await userEvent.type(dialog.getByLabelText(/Причина/), 'Нет фото');
    await userEvent.click(dialog.getByRole('button', { name: 'Отклонить' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { query: { kind: 'product' }, reason: 'Нет фото' };
    expect(sent.map((one) => one.body)).toEqual([body, { ...body, step: { after: 2, until: 9 } }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Отклонено 3 товара: магазины узнают причину']);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).toBeNull());
  });

  it('approves many at their shown versions and reports those that remain', async () => {
    const toasts = listenToToasts();
    const shown: unknown[] = [];
    server.use(
      http.post(api('product-reviews/bulk/approve/preview'), async ({ request }) => {
        shown.push(await request.json());
        return HttpResponse.json({
          done: 1,
          kept: { same: 0, refused: 1, deleted: 0, foreign: 0, missing: 0 },
          samples: [{ title: 'Чай 3', before: 'product', after: 'approved' }],
        });
      }),
      http.post(api('product-reviews/bulk/approve'), async ({ request }) => {
        sent.push({ path: 'bulk', body: await request.json() });
        waiting = waiting.filter(({ id }) => id !== 3);
        return HttpResponse.json({ done: 1, refused: [{ id: 1, errors: {} }] });
      }),
    );
    open();

    await userEvent.click(await screen.findByRole('checkbox', { name: 'Отметить: Чай 1' }));
    expect(await pane('Чай 1')).toBeVisible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Отметить: Чай 3' }));
    const bar = within(screen.getByRole('region', { name: 'Действия с выбранными' }));
    expect(bar.getByText('Выбрано: 2')).toBeVisible();
    await userEvent.click(bar.getByRole('button', { name: 'Одобрить' }));
    const box = within(await screen.findByRole('dialog'));
    expect(await box.findByText('Изменится 1 запись')).toBeVisible();
    expect(box.getByText('Чай 3')).toBeVisible();
    expect(shown).toEqual([{ ids: [1, 3], versions: { 1: 3, 3: 3 } }]);
    expect(sent).toEqual([]);
    await userEvent.click(box.getByRole('button', { name: 'Применить' }));

    await waitFor(() => expect(screen.queryByRole('region', { name: 'Действия с выбранными' })).toBeNull());
    expect(sent).toEqual([{ path: 'bulk', body: { ids: [1, 3], versions: { 1: 3, 3: 3 } } }]);
    expect(toasts.map(({ text }) => text)).toEqual([
      expect.stringContaining('Осталась в очереди 1 запись'),
      'Одобрено: 1 товар',
    ]);
  });

  it('selects all and has no checkboxes for decided submissions', async () => {
    open();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Отметить: Чай 2' }));
    await userEvent.click(screen.getByRole('button', { name: 'Выбрать все 3' }));
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Снять выбор' }));
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  });

  it('names the variation that a picture belongs to', async () => {
    const of = { variation: { id: 7, title: 'Красный/XL' } };
    fields = [
      { ...field('image', null, picture(1)), ...of },
      { ...field('is_disable', true, false), ...of },
    ];
    open();
    await pane('Чай 1');

    expect(screen.getByRole('heading', { level: 3, name: 'Картинка варианта Красный/XL' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 3, name: 'Не продаётся Красный/XL' })).toBeVisible();
  });

  it('names the field that blocks publication', async () => {
    server.use(
      http.post(api('product-reviews/1/approve'), () =>
        HttpResponse.json(
          { message: 'VALIDATION_FAILED', errors: { categories: ['error-wrong-value'] }, request_id: 'r' },
          { status: 422 },
        ),
      ),
    );
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Одобрить' }));

    expect(await screen.findByRole('alert')).toHaveTextContent(/Пока нельзя опубликовать. Категории: /);
    expect(await pane('Чай 1')).toBeVisible();
  });

  it('reloads when somebody else has decided first', async () => {
    const toasts = listenToToasts();
    server.use(
      http.post(api('product-reviews/1/approve'), () => {
        waiting = waiting.slice(1);
        return HttpResponse.json({ message: 'CONFLICT', request_id: 'r' }, { status: 409 });
      }),
    );
    open();

    await userEvent.click(await screen.findByRole('button', { name: 'Одобрить' }));

    await pane('Чай 2');
    expect(toasts.map(({ text }) => text)).toEqual([expect.stringContaining('что-то изменилось')]);
  });

  it('renders every kind of field', async () => {
    fields = [
      field('description', '<p>Крепкий <b>чай</b></p>', '<p>Крепкий кофе</p>'),
      field(
        'categories',
        [
          { id: 1, name: 'Чай' },
          { id: 2, name: 'Еда' },
        ],
        [
          { id: 1, name: 'Чай' },
          { id: 3, name: null },
        ],
      ),
      field('gallery', [picture(1), picture(2)], [picture(2), picture(3)]),
      field('is_digital', false, true),
      field('digital_file', null, { id: 9, file_name: 'Книга.pdf' }),
      field('seo', { metaTitle: 'Чай', ogTitle: 'То же' }, { metaTitle: 'Кофе', ogTitle: 'То же' }),
      field('name', null, 'Coffee', 'en'),
    ];
    open();
    await pane('Чай 1');

    const of = (name: string) => {
      const section = screen.getByRole('heading', { level: 3, name }).closest('section');
      return within(section as HTMLElement);
    };
    expect(of('Описание').getByText('чай').tagName).toBe('DEL');
    const chips = of('Категории')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(chips).toEqual(['Чай', '− убрано: Еда', 'Чай', '+ добавлено: Запись 3 удалена']);
    const pictures = of('Другие картинки')
      .getAllByRole('img')
      .map((one) => one.getAttribute('alt'));
    expect(pictures).toEqual(['Картинка 1, убрано', 'Картинка 2', 'Картинка 1', 'Картинка 2, добавлено']);
    expect(of('Цифровой товар').getByText('Да')).toBeVisible();
    const fetched = new Promise<string>((resolve) => {
      server.use(
        http.get(api('product-reviews/1/files/9'), ({ request }) => {
          resolve(request.url);
          return new HttpResponse('pages');
        }),
      );
    });
    await userEvent.click(of('Файл').getByRole('button', { name: 'Книга.pdf' }));
    expect(await fetched).toContain('product-reviews/1/files/9');
    expect(of('Заголовок для поиска').getByText('Кофе')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Заголовок для соцсетей' })).toBeNull();
    expect(of('Название Английский').getByText('Coffee').closest('[lang]')).toHaveAttribute('lang', 'en');
  });

  it('shows only the submitted side of a new product', async () => {
    waiting = [buildReview(1, { kind: 'product' })];
    fields = [field('name', null, 'Чай'), field('price', null, 250), field('product_type', null, 'simple')];
    open();
    await pane('Чай 1');

    const article = within(screen.getByRole('article'));
    expect(article.queryByText('Сейчас')).toBeNull();
    expect(article.getByText(/250/)).toBeVisible();
    expect(article.getByText('Простой')).toBeVisible();
  });

  it('shows an empty state, with a hint when moderation is disabled', async () => {
    waiting = [];
    open();

    expect(await screen.findByRole('heading', { name: 'Всё проверено' })).toBeVisible();
    expect(screen.getByText(/Проверка выключена/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Настроить проверку' })).toHaveAttribute(
      'href',
      '/settings/shop',
    );
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('has no buttons for a decided submission', async () => {
    waiting = [
      buildReview(1, { state: 'rejected', reason: 'Нет состава', decided_at: '2026-03-10T09:00:00.000Z' }),
    ];
    open('/products/moderation?state=rejected');
    await pane('Чай 1');

    expect(asked[0]?.get('state')).toBe('rejected');
    expect(screen.getByText('Причина отказа: Нет состава')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Одобрить' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('the submissions of a shop', () => {
  const openShop = () => {
    server.use(
      http.get(api('shops/chay'), () => HttpResponse.json({ id: 4, name: 'Чайная лавка', slug: 'chay' })),
    );
    return open('/products/moderation?shop=chay');
  };

  it('shows the state and the reason of a rejection', async () => {
    waiting = [buildReview(1), buildReview(2, { state: 'rejected', reason: 'Нет состава' })];
    openShop();

    expect(await screen.findByText('Причина отказа: Нет состава')).toBeVisible();
    expect(asked[0]?.get('shop_id')).toBe('4');
    expect(asked[0]?.get('state')).toBeNull();
    expect(screen.getByRole('link', { name: 'Исправить: Чай 2' })).toHaveAttribute(
      'href',
      '/chay/products/20/edit',
    );
    expect(screen.queryByRole('button', { name: 'Одобрить' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Что отправлено: Чай 1' }));
    expect(await screen.findByText('зелёный')).toBeVisible();
  });

  it('withdraws a pending submission', async () => {
    server.use(
      http.delete(api('product-reviews/1'), () => {
        sent.push({ path: '1', body: null });
        waiting = [buildReview(1, { state: 'withdrawn' })];
        return HttpResponse.json({});
      }),
    );
    waiting = [buildReview(1)];
    openShop();

    await userEvent.click(await screen.findByRole('button', { name: 'Забрать с проверки: Чай 1' }));

    expect(await screen.findByText('Забрано магазином')).toBeVisible();
    expect(sent).toHaveLength(1);
  });
});

describe('the shop tab of the settings', () => {
  it('saves only its own keys', async () => {
    const options = { ...defaultSettings, siteTitle: 'Ярмарка', lowStockThreshold: 10 };
    const settings = { id: 1, version: 5, language: 'ru', translated_languages: ['ru'], options };
    server.use(
      http.get(api('settings'), () => HttpResponse.json(settings)),
      http.post(api('settings'), async ({ request }) => {
        sent.push({ path: 'settings', body: await request.json() });
        return HttpResponse.json({ ...settings, version: 6 });
      }),
    );
    renderScreen(<ShopSettings />, '/settings/shop');

    await userEvent.click(await screen.findByRole('switch', { name: /Проверять товары/ }));
    const threshold = screen.getByLabelText(/Мало/);
    await userEvent.clear(threshold);
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await waitFor(() => expect(threshold).toHaveAttribute('aria-invalid', 'true'));
    await userEvent.type(threshold, '5');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      version: 5,
      options: { isProductReview: true, lowStockThreshold: 5 },
    });
    expect(sent[0]?.body).not.toHaveProperty('options.siteTitle');
  });
});

describe('the word diff', () => {
  const marks = (parts: DiffPart[]) =>
    parts
      .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
      .join('');

  it.each([
    ['чай', 'чай', 'чай'],
    ['', 'чай', '[+чай]'],
    ['чай', '', '[-чай]'],
    ['крепкий чёрный чай', 'крепкий зелёный чай', 'крепкий [-чёрный][+зелёный] чай'],
    ['чай, 100 г', 'чай, 250 г', 'чай, [-100][+250] г'],
    ['раз два', 'раз два раз два', 'раз два[+ раз два]'],
    ['один два три четыре', 'два один три', '[-один ]два [+один ]три[- четыре]'],
  ])('compares «%s» with «%s»', (before, after, shown) => {
    expect(marks(wordDiff(before, after))).toBe(shown);
  });

  it('reproduces both texts and is fast on long ones', () => {
    const text = (word: string) =>
      Array.from({ length: 3000 }, (_one, index) => `${word}${index % 7}`).join(' ');
    const parts = wordDiff(text('а'), text('б'));
    const side = (kind: string) =>
      parts
        .filter((one) => one.kind !== kind)
        .map((one) => one.text)
        .join('');

    expect([side('added'), side('removed')]).toEqual([text('а'), text('б')]);
  });

  it('compares the text of a description without its tags', () => {
    expect(
      plainText(
        '<h2>Чай</h2><p>Крепкий<br>и&nbsp;чёрный</p><ul><li>раз</li><li>два</li></ul><script>x</script>',
      ),
    ).toBe('Чай\nКрепкий\nи\u00a0чёрный\n• раз\n• два');
  });
});
