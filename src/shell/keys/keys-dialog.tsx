import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useGoKeys } from './use-go-keys';

type Key = [keys: string[], label: string];

/** Keyboard shortcuts for every page, for lists, forms and queues. */
export function KeysDialog() {
  const { t } = useTranslation('common');
  const go = useGoKeys();
  const parts: { title: string; keys: Key[] }[] = [
    { title: 'go', keys: go.map(({ letter, label }) => [['g', letter], t(label)]) },
    {
      title: 'everywhere',
      keys: [
        [['Ctrl', 'K'], t('text-search-pages')],
        [['/'], t('keys.search')],
        [['?'], t('keys.help')],
        [['Esc'], t('keys.close')],
      ],
    },
    {
      title: 'lists',
      keys: [
        [['↑', '↓'], t('keys.rows')],
        [['Enter'], t('keys.open')],
        [['X'], t('keys.tick')],
        [['N'], t('keys.create')],
      ],
    },
    { title: 'forms', keys: [[['Ctrl', 'S'], t('button-save')]] },
    {
      title: 'queues',
      keys: [
        [['J'], t('keys.next')],
        [['K'], t('keys.previous')],
        [['A'], t('keys.accept')],
        [['D'], t('keys.decline')],
      ],
    },
  ];
  return (
    <div className="w-170 max-w-full p-6">
      <DialogTitle className="pe-8 text-card font-semibold">{t('keys.title')}</DialogTitle>
      <div className="mt-4 max-h-[70dvh] gap-x-10 overflow-y-auto desk:columns-2">
        {parts.map(({ title, keys }) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-small font-medium text-ink-second">{t(`keys.${title}`)}</h3>
            <KeyList keys={keys} />
          </section>
        ))}
      </div>
    </div>
  );
}

function KeyList({ keys }: { keys: Key[] }) {
  return (
    <dl>
      {keys.map(([names, label]) => (
        <div key={label} className="flex min-h-8 items-center justify-between gap-3">
          <dt className="min-w-0 break-words">{label}</dt>
          <dd dir="ltr" className="flex shrink-0 gap-1">
            {names.map((name) => (
              <kbd
                key={name}
                className="grid h-6 min-w-6 place-items-center rounded-badge border border-line bg-sunken px-1.5 font-sans text-small"
              >
                {name}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
