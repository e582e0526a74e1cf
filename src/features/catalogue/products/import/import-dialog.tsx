import { DialogTitle } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DialogProps } from '@/contract/dialogs';
import { DialectFiles } from '@/features/catalogue/dialect-files';
import { useCan } from '@/lib/api/capabilities';
import { ExportTab } from './export-tab';
import { ImportTab } from './import-tab';

const tabs = ['import', 'export'] as const;

/** Imports a shop's products from a file and exports them. */
export function ImportDialog({ data, onClose }: DialogProps<'EXPORT_IMPORT_PRODUCT'>) {
  const { t } = useTranslation('catalogue');
  return (
    <div className="w-215 max-w-full p-6 phone:w-full phone:p-4">
      <DialogTitle className="pe-8 text-card font-semibold">
        {t('catalogue:products.import.title')}
      </DialogTitle>
      {useCan('imports') ? (
        <Tabs data={data} onClose={onClose} />
      ) : (
        <DialectFiles
          shopId={data.shopId}
          kinds={['products', 'variation-options']}
          changes={['products', 'draft-products']}
        />
      )}
    </div>
  );
}

function Tabs({ data: { shopId, shop }, onClose }: DialogProps<'EXPORT_IMPORT_PRODUCT'>) {
  const { t } = useTranslation('catalogue');
  const [tab, setTab] = useState<(typeof tabs)[number]>('import');
  const list = useRef<HTMLDivElement>(null);

  // The dialog sets its initial focus before this lazy content arrives.
  useEffect(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus(), []);

  const handleKey = (event: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    const other = tab === 'import' ? 'export' : 'import';
    setTab(other);
    list.current?.querySelector<HTMLElement>(`#products-${other}-tab`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={t('catalogue:products.import.title')}
        className="mt-3 flex border-b border-line-faint"
        onKeyDown={handleKey}
      >
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`products-${one}-tab`}
            aria-selected={one === tab}
            aria-controls="products-files"
            tabIndex={one === tab ? 0 : -1}
            className="-mb-px border-b-2 border-transparent px-3 py-2.5 font-medium text-ink-second -outline-offset-2 hover:text-ink aria-selected:border-accent aria-selected:text-ink"
            onClick={() => setTab(one)}
          >
            {t(`catalogue:products.import.tab-${one}`)}
          </button>
        ))}
      </div>
      <div id="products-files" role="tabpanel" aria-labelledby={`products-${tab}-tab`} className="mt-4">
        {tab === 'import' ? (
          <ImportTab shopId={shopId} shop={shop} onClose={onClose} />
        ) : (
          <ExportTab shopId={shopId} />
        )}
      </div>
    </>
  );
}
