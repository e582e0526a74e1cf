import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import { useMemo } from 'react';
import { ownShops, type ShopStub } from '@/contract/accounts/auth';
import { languageName } from '@/lib/i18n/language-name';
import { useMe } from '@/lib/session/me';
import { useMenuPerson } from '@/shell/menu/use-menu-person';
import { useLanguages } from '@/state/languages';
import { useModalActions } from '@/state/modal';
import { useSearchUses } from '@/state/search-uses';
import { useTheme } from '@/state/ui';
import { pageLinks } from './page-links';
import { type PreparedTexts, prepare, readMeanings, readTyped, scoreMatch, type Texts } from './rank';
import { createLinks, listActions } from './search-actions';
import type { SearchItem } from './search-items';
import { listSettingCards } from './setting-places';

export const knownGroups = ['pages', 'actions', 'settings'] as const;
export type KnownGroup = (typeof knownGroups)[number];

/** Something that the panel finds without the server. */
interface Known {
  group: KnownGroup;
  item: SearchItem;
  texts: PreparedTexts;
}

/** Most that use adds to the score of a match, so that a habit decides between similar matches only. */
const mostForUse = 1.5;

/** Pages, actions and settings that match a text, best first within their groups; all of them without a text. */
export function useLocalResults(text: string, shop: ShopStub | undefined): Map<KnownGroup, SearchItem[]> {
  const { t, i18n } = useTranslation('insights');
  const { data: me } = useMe();
  const { uses } = useSearchUses(me?.id);
  const all = [...usePages(shop), ...useActions(shop), ...useSettingPlaces(shop)];
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` follows the language
  const meanings = useMemo(() => {
    const groups: unknown = t('insights:search.synonyms', { returnObjects: true });
    return readMeanings(Object.values(groups ?? {}).map(String), t('insights:search.small'));
  }, [language]);
  const typed = readTyped(text, meanings);
  const isTyped = text.trim() !== '';
  const found = all
    .map(({ group, item, texts }) => {
      const score = isTyped ? scoreMatch(texts, typed) : 1;
      const used = uses.get(item.key) ?? 0;
      // Without a text only habits decide.
      const more = isTyped ? Math.min(Math.log2(1 + used) / 2, mostForUse) : used;
      return { group, item, score: score === 0 ? 0 : score + more };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const groups = new Map<KnownGroup, SearchItem[]>();
  // Without a text the groups stand in their order, else the one with the best match is first.
  if (!isTyped) for (const group of knownGroups) groups.set(group, []);
  for (const { group, item } of found) groups.set(group, [...(groups.get(group) ?? []), item]);
  return groups;
}

const known = (group: KnownGroup, item: SearchItem, texts: Texts): Known => ({
  group,
  item: { ...item, isCounted: true },
  texts: prepare(texts),
});

const pathWords = (path: string) => path.split(/[/[\]#-]+/).join(' ');

function usePages(shop: ShopStub | undefined): Known[] {
  const { t, i18n } = useTranslation('common');
  const { data: me } = useMe();
  const person = useMenuPerson();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` follows the language
  return useMemo(
    () =>
      pageLinks(person, me, shop).map((link) => {
        const title = t(link.label);
        const { path, icon, shop: note, under } = link;
        return known(
          'pages',
          { key: `page ${path}`, title, note, icon, path, isPlace: true },
          { title, place: `${note ?? ''} ${under.map((key) => t(key)).join(' ')}`, help: pathWords(path) },
        );
      }),
    [person, me, shop, language],
  );
}

/** Shops whose actions and settings are offered: the current one, else the person's own. */
function useOfferedShops(current: ShopStub | undefined): readonly ShopStub[] {
  const { data: me } = useMe();
  return useMemo(() => (current ? [current] : ownShops(me)), [current, me]);
}

function useActions(current: ShopStub | undefined): Known[] {
  const { t, i18n } = useTranslation(['common', 'insights']);
  const { data: me } = useMe();
  const person = useMenuPerson();
  const { open } = useModalActions();
  const [theme, setTheme] = useTheme();
  const { asPath, locale } = useRouter();
  const shops = useOfferedShops(current);
  const allLanguages = useLanguages();
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` follows the language
  return useMemo(() => {
    const actions = listActions(person, shops).filter((one) => one.theme !== theme);
    const taken = new Set(actions.map(({ path }) => path));
    const creations = createLinks(person, pageLinks(person, me, current)).filter(
      ({ path }) => !taken.has(path),
    );
    const others = allLanguages.filter((one) => one !== locale);
    return [
      ...actions.map(({ key, icon, path, dialog, theme: chosen, shop, isViaShops }) => {
        const title = t(`insights:search.action.${key}`);
        const run = dialog ? () => open(dialog, undefined) : chosen ? () => setTheme(chosen) : undefined;
        return known(
          'actions',
          {
            key: `action ${key} ${shop ?? ''}`,
            title,
            note: isViaShops ? t('insights:search.choose-shop') : shop,
            icon,
            path,
            ...(run && { run }),
          },
          { title, words: t(`insights:search.words.${key}`), place: shop ?? '' },
        );
      }),
      ...creations.map(({ label, path, icon, shop }) => {
        const title = t('insights:search.action.create-in', { name: t(label) });
        const words = t('insights:search.words.create-in');
        return known(
          'actions',
          { key: `action ${path}`, title, note: shop, icon, path },
          { title, words, place: shop ?? '' },
        );
      }),
      ...others.map((other) => {
        const title = t('insights:search.action.language', { name: languageName(other, other) });
        const words = `${t('insights:search.words.language')} ${languageName(other, language)}`;
        return known(
          'actions',
          { key: `language ${other}`, title, icon: 'languages', path: asPath, locale: other },
          { title, words },
        );
      }),
    ];
  }, [person, me, shops, current, theme, setTheme, open, allLanguages, asPath, locale, language]);
}

function useSettingPlaces(current: ShopStub | undefined): Known[] {
  const { t, i18n } = useTranslation(['common', 'form', 'settings', 'shops', 'accounts']);
  const { data: me } = useMe();
  const person = useMenuPerson();
  const shops = useOfferedShops(current);
  const { language } = i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` follows the language
  return useMemo(() => {
    const pages = new Map(pageLinks(person, me, current).map(({ path, label }) => [path, t(label)]));
    const text = (key: string | undefined) => (key !== undefined && i18n.exists(key) ? t(key) : '');
    return listSettingCards(person, shops).flatMap((card) => {
      const page = pages.get(card.page) ?? '';
      const title = text(card.title);
      return card.places.map((place) => {
        const label = text(place.label);
        const path = `${card.page}#${place.id}`;
        const note = [...new Set([card.shop, page, title])].filter((one) => one && one !== label).join(' · ');
        return known(
          'settings',
          {
            key: `setting ${path} ${place.label}`,
            title: label,
            note,
            icon: 'settings',
            path,
            isPlace: true,
          },
          {
            title: label,
            place: `${page} ${title} ${card.shop ?? ''}`,
            help: `${text(place.help)} ${text(card.text)}`,
          },
        );
      });
    });
  }, [person, me, shops, current, language]);
}
