import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { LinkButton } from '@/components/link-button';
import { SpriteIcon } from '@/components/sprite-icon';
import { type AnyResource, keyOf, pathOf } from '@/contract/define';
import { deleteDialogOf } from '@/contract/dialogs';
import { defaultLanguage } from '@/contract/languages';
import { env } from '@/lib/env';
import { languageName } from '@/lib/language-name';
import type { Rights } from '@/lib/rights';
import { useModalActions } from '@/state/modal';
import type { Row } from './types';

const LinkMenu = dynamic(() => import('@/components/link-menu').then((module) => module.LinkMenu));

interface RowActionsProps {
  resource: AnyResource;
  shop?: string;
  rights: Rights;
}

/** What may be done with a row, as icon buttons by role (reference pages §1.4). What all rows need is asked once. */
export function useRowActions({ resource, shop, rights }: RowActionsProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const askDelete = useDelete(resource);
  const paths = pathOf(resource, shop);
  const others = env.languages.filter((language) => language !== defaultLanguage);
  const canTranslate = rights.canTranslate && i18n.language === defaultLanguage && others.length > 0;
  const linkTo = (row: Row, language: string) => {
    const isTranslated = row.translated_languages?.includes(language);
    const key = keyOf(resource, row);
    const text = t(isTranslated ? 'common:edit-in' : 'common:translate-to', {
      language: languageName(language, i18n.language),
    });
    return {
      key: language,
      href: isTranslated ? paths.edit(key) : paths.translate(key),
      locale: language,
      text,
    };
  };
  const words = {
    languages: t('common:languages'),
    edit: t('common:button-edit'),
    remove: t('common:button-delete'),
  };

  return (row: Row) => {
    const title = resource.titleOf(row);
    return (
      <>
        {canTranslate && (
          <LinkMenu
            label={`${words.languages}: ${title}`}
            icon={<SpriteIcon name="languages" className="size-4" />}
            links={others.map((language) => linkTo(row, language))}
          />
        )}
        {rights.canUpdate && (
          <LinkButton
            href={paths.edit(keyOf(resource, row))}
            variant="ghost"
            aria-label={`${words.edit}: ${title}`}
            icon={<SpriteIcon name="pencil" className="size-4" />}
          />
        )}
        {rights.canRemove && (
          <Button
            variant="ghost"
            className="hover:not-disabled:text-bad"
            aria-label={`${words.remove}: ${title}`}
            icon={<SpriteIcon name="trash-2" className="size-4" />}
            onClick={() => askDelete(row)}
          />
        )}
      </>
    );
  };
}

/** Opens the delete confirmation of the family. */
export function useDelete(resource: AnyResource) {
  const { open } = useModalActions();
  return (row: Row) => {
    const dialog = deleteDialogOf(resource.name);
    if (dialog) open(dialog, { id: row.id, title: resource.titleOf(row) });
  };
}
