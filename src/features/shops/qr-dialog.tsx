import '@/lib/form-words';
import { Description, DialogTitle } from '@headlessui/react';
import { Copy, Download, Printer } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/button';
import type { DialogData } from '@/contract/dialogs';
import { saveFile } from '@/lib/list-export';
import { qrPath } from '@/lib/qr-path';
import { shopUrl, storefrontUrl } from '@/lib/storefront';
import { showToast } from '@/lib/toast';
import { useSettings } from '@/state/settings';
import { printPicture, qrModules, qrPng } from './qr-code';

interface QrDialogProps {
  data: DialogData['SHOW_SHOP_QR'];
  onClose: () => void;
}

/** The code that leads to a shop's page in the storefront (reference pages §7.4). It has no close button (specification §2). */
export function QrDialog({ data: { name, slug } }: QrDialogProps) {
  const { t } = useTranslation('form');
  const { siteLink } = useSettings();
  const picture = useRef<SVGSVGElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  // Without a storefront the code still leads to this very server.
  const url = storefrontUrl(siteLink, slug) ?? shopUrl(window.location.origin, slug);
  const modules = qrModules(url);
  const side = modules.length;

  // Not by the dialog: this content comes when the dialog stands already.
  useEffect(() => first.current?.focus(), []);

  async function handleSave() {
    const file = await qrPng(modules, name);
    if (file) saveFile(file, `${slug}-qr.png`);
  }
  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(url);
      showToast('success', t('form:shops.qr-copied'));
    } catch {
      showToast('error', t('form:shops.qr-copy-failed'));
    }
  }
  function handlePrint() {
    if (picture.current && !printPicture(picture.current, name, url))
      showToast('error', t('form:shops.qr-blocked'));
  }

  return (
    <div className="flex w-100 max-w-full flex-col items-center p-6 text-center phone:w-full">
      <DialogTitle className="text-card font-semibold">{t('form:shops.qr-title')}</DialogTitle>
      <p className="font-medium break-words">{name}</p>
      <svg
        ref={picture}
        role="img"
        aria-label={t('form:shops.qr-picture', { url })}
        viewBox={`-4 -4 ${side + 8} ${side + 8}`}
        shapeRendering="crispEdges"
        className="mt-4 size-60 rounded-control border border-line bg-white"
      >
        {/* A code is read by its contrast: black on white in the dark, too. */}
        <rect x="-4" y="-4" width={side + 8} height={side + 8} fill="#ffffff" />
        <path d={qrPath(modules)} fill="#000000" />
      </svg>
      <p dir="ltr" className="mt-3 max-w-full text-small break-all select-all">
        {url}
      </p>
      <Description className="mt-1 text-small text-ink-second">{t('form:shops.qr-text')}</Description>
      <div className="mt-5 grid w-full grid-cols-2 gap-2">
        <Button
          ref={first}
          variant="primary"
          className="col-span-2"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void handleSave()}
        >
          {t('form:shops.qr-png')}
        </Button>
        <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void handleCopy()}>
          {t('form:shops.qr-copy')}
        </Button>
        <Button icon={<Printer aria-hidden="true" className="size-4" />} onClick={handlePrint}>
          {t('form:shops.qr-print')}
        </Button>
      </div>
    </div>
  );
}
