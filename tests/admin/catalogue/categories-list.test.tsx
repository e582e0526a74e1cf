import words from '@locales/ru/catalogue.json';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { categories } from '@/contract/catalogue/categories';
import type { Category } from '@/contract/catalogue/categories/schema';
import { resourcePage } from '@/crud/resource-page';
import { CategoriesList } from '@/features/catalogue/categories/categories-list';
import { api, listenToToasts, pageOf, phoneScreen, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** Category tree: expanding, keyboard navigation and moves, and the flat list of a search. */
const Categories = resourcePage(categories, { List: CategoriesList });

function buildCategory(id: number, name: string, more: Partial<Category> = {}): Category {
  return {
    id,
    version: 1,
    name,
    slug: `category-${id}`,
    details: null,
    icon: null,
    image: null,
    banner_image: [],
    type_id: null,
    type: null,
    parent: null,
    parent_id: null,
    ancestors: [],
    position: id,
    children_count: 0,
    products_count: 0,
    language: 'ru',
    translated_languages: ['ru'],
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    ...more,
  };
}

const home = buildCategory(1, 'Дом', { children_count: 2 });
const garden = buildCategory(2, 'Сад');
const kitchen = buildCategory(11, 'Кухня', { parent_id: 1, position: 1 });
const bedroom = buildCategory(12, 'Спальня', { parent_id: 1, position: 2 });

/** Serves the tree and records requests and moves. */
function answerTree(move: () => Response = () => HttpResponse.json(kitchen)) {
  const asked: Record<string, string>[] = [];
  const moved: [string, unknown][] = [];
  server.use(
    http.get(api('categories'), ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(query);
      if (query.search) {
        const ancestors = [{ id: 1, name: 'Дом', slug: 'dom' }];
        return HttpResponse.json(pageOf([{ ...kitchen, ancestors }]));
      }
      return HttpResponse.json(pageOf(query.parent === 'null' ? [home, garden] : [kitchen, bedroom]));
    }),
    http.post(api('categories/:id/move'), async ({ request, params }) => {
      moved.push([String(params.id), await request.json()]);
      return move();
    }),
  );
  return { asked, moved };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const names = () =>
  screen.getAllByRole('link', { name: /^(Дом|Сад|Кухня|Спальня)$/ }).map((link) => link.textContent);

/** Keyboard support is loaded after the rows. */
async function openPage() {
  renderScreen(<Categories />, '/categories');
  await screen.findByRole('link', { name: 'Дом' });
  await screen.findByText(words.categories.tree.keys);
}

beforeEach(() => localStorage.clear());

describe('the category tree', () => {
  it('shows the roots and fetches children when a row is expanded', async () => {
    const { asked } = answerTree();
    await openPage();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ parent: 'null', orderBy: 'position', sortedBy: 'asc' });

    const arrow = screen.getByRole('button', { name: 'Показать подкатегории: Дом' });
    expect(arrow).toHaveAttribute('aria-expanded', 'false');
    await userEvent.click(arrow);

    await screen.findByRole('link', { name: 'Кухня' });
    expect(names()).toEqual(['Дом', 'Кухня', 'Спальня', 'Сад']);
    expect(asked[1]).toMatchObject({ parent: '1', page: '1' });
    expect(screen.queryByRole('button', { name: 'Показать подкатегории: Сад' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Свернуть подкатегории: Дом' }));
    expect(names()).toEqual(['Дом', 'Сад']);
  });

  it('has the number of products below the name on a phone, in every card', async () => {
    phoneScreen();
    answerTree();
    await openPage();

    for (const name of ['Дом', 'Сад']) {
      expect(screen.getByRole('link', { name }).parentElement).toHaveTextContent(`${name}Товары: 0`);
    }
  });

  it('navigates by arrows: right expands and enters, left leaves and collapses', async () => {
    answerTree();
    await openPage();
    (await row('Дом')).focus();

    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('link', { name: 'Кухня' });
    await userEvent.keyboard('{ArrowRight}');
    expect(await row('Кухня, уровень 2')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(await row('Спальня')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(await row('Дом')).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    await waitFor(() => expect(names()).toEqual(['Дом', 'Сад']));
  });

  it.each([
    ['Спальня', '{Alt>}{ArrowUp}{/Alt}', '12', { parent: 1, position: 1 }],
    ['Кухня', '{Alt>}{ArrowDown}{/Alt}', '11', { parent: 1, position: 2 }],
    ['Спальня', '{Alt>}{ArrowRight}{/Alt}', '12', { parent: 11 }],
    ['Спальня', '{Alt>}{ArrowLeft}{/Alt}', '12', { parent: null, position: 2 }],
    ['Сад', '{Alt>}{ArrowRight}{/Alt}', '2', { parent: 1 }],
  ])('moves %s by %s, announces it and keeps the focus', async (name, keys, id, body) => {
    const { asked, moved } = answerTree();
    await openPage();
    await userEvent.click(screen.getByRole('button', { name: 'Показать подкатегории: Дом' }));
    await screen.findByRole('link', { name: 'Кухня' });
    const before = asked.length;
    (await row(name)).focus();

    await userEvent.keyboard(keys);

    await waitFor(() => expect(moved).toEqual([[id, body]]));
    expect(await screen.findByText(new RegExp(`^«${name}»: 1-е место`))).toBeInTheDocument();
    // Roots and expanded rows are refetched.
    await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(before + 2));
    expect(await row(name)).toHaveFocus();
  });

  it('moves neither the first category up nor one without a previous sibling in', async () => {
    const { moved } = answerTree();
    await openPage();
    (await row('Дом')).focus();

    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowRight}{ArrowLeft}{/Alt}');

    expect(moved).toEqual([]);
    expect(await row('Дом')).toHaveFocus();
  });

  it('explains why a move was refused', async () => {
    const toasts = listenToToasts();
    answerTree(() =>
      HttpResponse.json(
        { message: 'VALIDATION_FAILED', errors: { parent: ['error-too-deep'] }, request_id: 'r1' },
        { status: 422 },
      ),
    );
    await openPage();
    (await row('Сад')).focus();

    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');

    await waitFor(() => expect(toasts.at(-1)).toMatchObject({ kind: 'error' }));
    expect(toasts.at(-1)?.text).toBe(words.categories.tree.refused);
  });

  it('is read-only when sorted by another column', async () => {
    const { moved } = answerTree();
    renderScreen(<Categories />, '/categories?orderBy=name&sortedBy=asc');
    await screen.findByRole('link', { name: 'Дом' });

    expect(screen.queryByRole('button', { name: 'Перетащить: Дом' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Порядок витрины' }));
    expect(await screen.findByRole('button', { name: 'Перетащить: Дом' })).toBeInTheDocument();
    expect(moved).toEqual([]);
  });
});

describe('a search', () => {
  it('shows a flat list with the path to each row', async () => {
    const { asked } = answerTree();
    renderScreen(<Categories />, '/categories?search=кух');

    const found = await row('Кухня');
    expect(within(found).getByText('Дом')).toBeInTheDocument();
    expect(asked[0]).toMatchObject({ search: 'name:кух', orderBy: 'name' });
    expect(asked[0]).not.toHaveProperty('parent');
    expect(screen.queryByRole('button', { name: /^Перетащить/ })).toBeNull();
  });
});
