import type { TFunction } from 'i18next';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import type { Shop } from '@/contract/shops/schema';
import type { VendorFile } from '@/contract/shops/vendor-file';
import { useMe, usePermissions } from '@/lib/session/me';
import { CheckRow } from './check-row';
import { ContractRow } from './contract-row';
import { PapersSwitch } from './lacks-note';
import { PaperRow } from './paper-row';
import { useVendorFile } from './use-vendor-file';

/** Papers, registers and the contract of a vendor: the owner sends, the operator decides. */
export function VendorFileSection({ shop }: { shop: Shop }) {
  const { t } = useTranslation('shops');
  const isAdmin = usePermissions().includes('super_admin');
  const isOwner = useMe().data?.id === shop.owner_id;
  const [isOpen, setOpen] = useState(() => window.location.hash === '#documents');
  const { data: file } = useVendorFile(shop.id);
  const place = useRef<HTMLDivElement>(null);
  const isShown = file?.isOn === true;
  // The section loads after the page: an address that ends with it would miss it.
  useEffect(() => {
    if (isShown && window.location.hash === '#documents') place.current?.scrollIntoView();
  }, [isShown]);
  if (!file?.isOn) return null;

  const isQuiet =
    file.lacks.length === 0 && file.items.every(({ state }) => state === 'accepted' || state === 'missing');
  return (
    <div id="documents" ref={place}>
      <Card title={t('shops:vendor-file.title')} text={standing(t, file, isAdmin)}>
        {isQuiet && !isOpen ? (
          <Button size="small" onClick={() => setOpen(true)}>
            {t('shops:vendor-file.show')}
          </Button>
        ) : (
          <ul className="divide-y divide-line-faint">
            {file.items.map((item) => (
              <PaperRow
                key={item.key}
                shop={shop}
                file={file}
                item={item}
                isAdmin={isAdmin}
                isOwner={isOwner}
              />
            ))}
            {file.checks.map((check) => (
              <CheckRow key={check.register} shop={shop} check={check} isAdmin={isAdmin} />
            ))}
            {file.contract && <ContractRow shop={shop} contract={file.contract} isOwner={isOwner} />}
          </ul>
        )}
        {!shop.is_active && file.lacks.length > 0 && (
          <div className="mt-3 text-small text-ink-second">
            <PapersSwitch />
          </div>
        )}
      </Card>
    </div>
  );
}

/** What the file lacks, by whose turn it is: a vendor gives, the operator decides and asks the registers. */
function standing(t: TFunction, file: VendorFile, isAdmin: boolean): string {
  const { kind, lacks, items, checks } = file;
  if (kind === null) return t('shops:vendor-file.no-kind');
  const asked = toGive(file).length;
  const toDecide =
    items.filter(({ state }) => state === 'waiting').length +
    checks.filter(({ register }) => lacks.includes(register)).length;
  const word = (key: string, count: number) =>
    t(`shops:vendor-file.${key}`, { count, kind: t(`shops:shops.options.legal_form.${kind}`) });
  if (!isAdmin) return word(asked > 0 ? 'left' : lacks.length > 0 ? 'given' : 'complete', asked);
  const turns = [toDecide > 0 && word('turn.yours', toDecide), asked > 0 && word('turn.vendor', asked)];
  const said = turns.filter(Boolean).join(' ');
  return said === '' ? word('complete', 0) : `${t(`shops:shops.options.legal_form.${kind}`)}. ${said}`;
}

/** Without what waits for the operator: a vendor is not asked for it. */
function toGive({ lacks, items, checks }: VendorFile): string[] {
  const others = [
    ...checks.map(({ register }): string => register),
    ...items.filter(({ state }) => state === 'waiting').map(({ key }): string => key),
  ];
  return lacks.filter((key) => !others.includes(key));
}
