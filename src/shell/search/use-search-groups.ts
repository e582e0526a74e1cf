import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ShopStub } from '@/contract/accounts/auth';
import { adminOwnerStaff, isAllowed, roleOf } from '@/contract/core/permissions';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { formatDate } from '@/lib/format/format';
import { hasWords } from '@/lib/format/text-match';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { languageName } from '@/lib/i18n/language-name';
import { useMe, usePermissions } from '@/lib/session/me';
import { pageLinks } from '@/shell/menu/menu';
import { useMenuPerson } from '@/shell/menu/use-menu-person';
import { useLanguages } from '@/state/languages';
import { useModalActions } from '@/state/modal';
import { useRecent } from '@/state/recent';
import { useTheme } from '@/state/ui';
import { useMoney } from '@/state/use-money';
import { actionsOf } from './search-actions';
import { recordItem, type SearchGroup, type SearchItem } from './search-items';

/** Maximum number of local results per group. */
const most = { untyped: 5, typed: 6 };
const pauseMs = 150;

export interface FoundGroups {
  groups: SearchGroup[];
  /** No records loaded yet. */
  isLoading: boolean;
  /** Results of an older text are shown while new ones load. */
  isStale: boolean;
  error: ClientError | undefined;
  retry: () => void;
}

/** Results for a text: pages and actions immediately, records from the server; recent places while the box is empty. */
export function useSearchGroups(text: string, shop: ShopStub | undefined): FoundGroups {
  const { t } = useTranslation('insights');
  const { data: me } = useMe();
  const isTyped = text.trim() !== '';
  const recent = useRecent(me?.id);
  const pages = usePages(shop).filter(({ words }) => !isTyped || hasWords(words, text));
  const actions = useActions(shop).filter(({ words }) => !isTyped || hasWords(words, text));
  const records = useRecords(text);
  const limit = isTyped ? most.typed : most.untyped;
  const group = (key: string, found: readonly { item: SearchItem }[]): SearchGroup => ({
    key,
    title: t(`insights:search.${key}`),
    items: found.slice(0, limit).map(({ item }) => item),
  });
  const known = [group('pages', pages), group('actions', actions)];
  const last: SearchGroup = {
    key: 'recent',
    title: t('insights:search.recent'),
    items: recent.items.map((item) => ({ ...item, key: `recent ${item.path}`, isPlace: true })),
    onForget: recent.forget,
  };
  return {
    ...records,
    groups: [...(isTyped ? [] : [last]), ...known, ...records.groups].filter(({ items }) => items.length > 0),
  };
}

interface Known {
  item: SearchItem;
  /** Everything the item is found by. */
  words: string;
}

function usePages(shop: ShopStub | undefined): Known[] {
  const { t } = useTranslation('common');
  const { data: me } = useMe();
  return pageLinks(useMenuPerson(), me, shop).map((link) => {
    const title = t(link.label);
    return {
      item: {
        key: `page ${link.path}`,
        title,
        note: link.shop,
        icon: link.icon,
        path: link.path,
        isPlace: true,
      },
      words: `${title} ${link.shop ?? ''} ${link.path}`,
    };
  });
}

function useActions(current: ShopStub | undefined): Known[] {
  const { t } = useTranslation('insights');
  const { data: me } = useMe();
  const person = useMenuPerson();
  const { open } = useModalActions();
  const [theme, setTheme] = useTheme();
  const { asPath, locale } = useRouter();
  const isAdmin = roleOf(person.permissions) === 'super_admin';
  const own = isAdmin ? [] : [...(me?.shops ?? []), ...(me?.managed_shop ? [me.managed_shop] : [])];
  const shops = current ? [current] : own;
  const actions = actionsOf(person, shops).filter((one) => one.theme !== theme);
  const languages = useLanguages().filter((one) => one !== locale);
  return [
    ...actions.map(({ key, icon, path, dialog, theme: chosen, shop }) => {
      const title = t(`insights:search.action.${key}`);
      const run = dialog ? () => open(dialog, undefined) : chosen ? () => setTheme(chosen) : undefined;
      return {
        item: { key: `action ${key} ${shop ?? ''}`, title, note: shop, icon, path, ...(run && { run }) },
        words: `${title} ${t(`insights:search.words.${key}`)} ${shop ?? ''}`,
      };
    }),
    ...languages.map((language) => {
      const title = t('insights:search.action.language', { name: languageName(language, language) });
      return {
        item: { key: `language ${language}`, title, icon: 'languages', path: asPath, locale: language },
        words: `${title} ${t('insights:search.words.language')}`,
      };
    }),
  ];
}

function useRecords(text: string): FoundGroups {
  const { t, i18n } = useTranslation('insights');
  const permissions = usePermissions();
  const money = useMoney();
  const canFind = useCan('search');
  const wanted = text.trim();
  const asked = useDebouncedValue(wanted, pauseMs);
  const found = useQuery({
    queryKey: ['search', asked],
    // A superseded request is aborted.
    queryFn: ({ signal }) => api.call({ url: 'search', params: { q: asked }, signal }),
    enabled: canFind && asked !== '' && isAllowed(adminOwnerStaff, permissions),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const isWaiting = canFind && wanted !== '' && (found.isFetching || asked !== wanted);
  const error = wanted !== '' && found.isError && !isWaiting ? toClientError(found.error) : undefined;
  const words = { money, day: (iso: string) => formatDate(iso, i18n.language) };
  const groups = wanted === '' || error ? [] : (found.data?.groups ?? []);
  return {
    groups: groups.map(({ family, rows, list }) => {
      const title = t(`insights:search.families.${family}`);
      const all = {
        key: `all ${family}`,
        title: t('insights:search.all-of', { family: title }),
        icon: 'list',
      };
      return {
        key: family,
        title,
        items: [
          ...rows.map((row) => recordItem(family, row, words)),
          ...(list === null ? [] : [{ ...all, path: list }]),
        ],
      };
    }),
    isLoading: isWaiting && found.data === undefined,
    isStale: isWaiting && found.data !== undefined,
    error,
    retry: () => void found.refetch(),
  };
}
