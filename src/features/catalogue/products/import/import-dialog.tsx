import { DialogTitle, Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import type { DialogProps } from '@/contract/dialogs';
import { DialectFiles } from '@/features/catalogue/dialect-files';
import { useCan } from '@/lib/api/capabilities';
import { ExportTab } from './export-tab';
import { ImportTab } from './import-tab';

const tabs = ['import', 'export'] as const;

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
  const first = useRef<HTMLButtonElement>(null);

  // The dialog sets its initial focus before this lazy content arrives.
  useEffect(() => first.current?.focus(), []);

  return (
    <TabGroup>
      <TabList
        aria-label={t('catalogue:products.import.title')}
        className="mt-3 flex border-b border-line-faint"
      >
        {tabs.map((tab, index) => (
          <Tab
            key={tab}
            ref={index === 0 ? first : undefined}
            className="-mb-px border-b-2 border-transparent px-3 py-2.5 font-medium text-ink-second -outline-offset-2 hover:text-ink data-selected:border-accent data-selected:text-ink"
          >
            {t(`catalogue:products.import.tab-${tab}`)}
          </Tab>
        ))}
      </TabList>
      <TabPanels className="mt-4">
        <TabPanel>
          <ImportTab shopId={shopId} shop={shop} onClose={onClose} />
        </TabPanel>
        <TabPanel>
          <ExportTab shopId={shopId} />
        </TabPanel>
      </TabPanels>
    </TabGroup>
  );
}
