import { Description, DialogTitle } from '@headlessui/react';
import { Copy, Download, Printer } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { saveFile } from '@/lib/api/files';
import { copyText } from '@/lib/copy-text';
import { printPicture, qrModules, qrPng } from '@/lib/format/qr-code';
import { showToast } from '@/lib/toast';
import { QrPicture } from './qr-picture';

interface QrViewProps {
  title: string;
  /** Caption of the code. */
  text: string;
  /** Target of the code: label and URL. */
  name: string;
  url: string;
  fileName: string;
}

/** Content of a dialog with a QR code: download, print, or copy the link. */
export function QrView({ title, text, name, url, fileName }: QrViewProps) {
  const { t } = useTranslation('form');
  const picture = useRef<SVGSVGElement>(null);
  const first = useRef<HTMLButtonElement>(null);

  // Focused here, because this content loads after the dialog has opened.
  useEffect(() => first.current?.focus(), []);

  async function handleSave() {
    const file = await qrPng(qrModules(url), name);
    if (file) saveFile(file, fileName);
  }
  function handlePrint() {
    if (picture.current && !printPicture(picture.current, name, url))
      showToast('error', t('form:qr.blocked'));
  }

  return (
    <div className="flex w-100 max-w-full flex-col items-center p-6 text-center phone:w-full">
      <DialogTitle className="text-card font-semibold">{title}</DialogTitle>
      <p className="font-medium break-words">{name}</p>
      <QrPicture
        ref={picture}
        text={url}
        label={t('form:qr.picture', { url })}
        className="mt-4 size-60 rounded-control border border-line"
      />
      <p dir="ltr" className="mt-3 max-w-full text-small break-all select-all">
        {url}
      </p>
      <Description className="mt-1 text-small text-ink-second">{text}</Description>
      <div className="mt-5 flex w-full flex-wrap gap-2">
        <Button
          ref={first}
          variant="primary"
          className="w-full"
          icon={<Download className="size-4" />}
          onClick={() => void handleSave()}
        >
          {t('form:qr.png')}
        </Button>
        <Button
          className="flex-auto"
          icon={<Copy className="size-4" />}
          onClick={() => void copyText(url, t('form:qr.copied'), t('form:qr.copy-failed'))}
        >
          {t('form:qr.copy')}
        </Button>
        <Button className="flex-auto" icon={<Printer className="size-4" />} onClick={handlePrint}>
          {t('form:qr.print')}
        </Button>
      </div>
    </div>
  );
}
