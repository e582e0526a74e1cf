import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { fieldClass } from '@/components/inputs/field-style';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Spinner } from '@/components/ui/spinner';
import { isSaidIn } from '@/lib/format/said-in';
import { useTemplates } from '@/lib/reply-templates';

interface TemplateListProps {
  shop: { id: number; slug: string | null } | null;
  onPick: (text: string) => void;
}

/** Templates by a part of their title or text; arrows and Enter choose one. */
export function TemplateList({ shop, onPick }: TemplateListProps) {
  const { t } = useTranslation('common');
  const [query, setQuery] = useState('');
  const templates = useTemplates(shop?.id ?? null);
  const found = (templates.data ?? []).filter(({ title, text }) => isSaidIn(`${title} ${text}`, query));
  const manage = shop ? `/${encodeURIComponent(shop.slug ?? shop.id)}/reply-templates` : '/reply-templates';
  return (
    <div className="w-80 max-w-[80vw]">
      <Combobox immediate onChange={(text: string | null) => text !== null && onPick(text)}>
        <ComboboxInput
          autoFocus
          autoComplete="off"
          aria-label={t('common:templates.search')}
          placeholder={t('common:templates.search')}
          className={`${fieldClass} h-9 px-3 pointer-coarse:h-10`}
          onChange={(event) => setQuery(event.target.value)}
        />
        <ComboboxOptions static modal={false} className="mt-1.5 max-h-72 overflow-y-auto empty:hidden">
          {found.map(({ id, title, text }) => (
            <ComboboxOption
              key={id}
              value={text}
              className="cursor-pointer rounded-control px-2.5 py-1.5 data-focus:bg-line-faint"
            >
              <span className="block truncate font-medium">{title}</span>
              <span className="line-clamp-2 text-small wrap-anywhere text-ink-second">{text}</span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
      </Combobox>
      {templates.isPending && (
        <p className="grid min-h-16 place-content-center">
          <Spinner />
        </p>
      )}
      {templates.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 px-2.5 py-2 text-small">
          {t('common:templates.failed')}
          <Button size="small" onClick={() => void templates.refetch()}>
            {t('common:button-retry')}
          </Button>
        </p>
      )}
      {templates.isSuccess && found.length === 0 && (
        <p role="status" className="px-2.5 py-2 text-small text-ink-second">
          {t(query.trim() === '' ? 'common:templates.none' : 'common:templates.not-found')}
        </p>
      )}
      <p className="mt-1.5 border-t border-line-faint px-2.5 pt-2 pb-1 text-small">
        <Link href={manage} className="rounded-badge text-accent-ink hover:underline">
          {t('common:templates.manage')}
        </Link>
      </p>
    </div>
  );
}
