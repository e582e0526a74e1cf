import { Download, Printer } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Button } from '@/components/ui/button';
import { useSettings } from '@/state/settings';
import { CopyButton } from './copy-button';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Account name for the file and the printout. */
  email: string;
  onClose: () => void;
}

/** Recovery codes for a lost phone: shown only once. */
export function RecoveryCodes({ codes, email, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation('accounts');
  const { siteTitle } = useSettings();
  const [isKept, setKept] = useState(false);
  const title = t('accounts:second-factor.codes-of', { site: siteTitle, email });

  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
      new Blob([`${title}\r\n\r\n${codes.join('\r\n')}\r\n`], { type: 'text/plain' }),
    );
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  };

  return (
    <div className="grid max-w-xl gap-4">
      <div role="status">
        <p className="font-medium">{t('accounts:second-factor.codes-title')}</p>
        <p className="mt-1 text-ink-second">{t('accounts:second-factor.codes-text')}</p>
      </div>
      <ol
        dir="ltr"
        aria-label={t('accounts:second-factor.codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-control bg-sunken p-4 font-mono select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} />
        <Button icon={<Download className="size-4" />} onClick={download}>
          {t('accounts:second-factor.download')}
        </Button>
        <Button icon={<Printer className="size-4" />} onClick={() => printText(title, codes)}>
          {t('accounts:second-factor.print')}
        </Button>
      </div>
      <Checkbox
        label={t('accounts:second-factor.kept')}
        checked={isKept}
        onChange={({ target }) => setKept(target.checked)}
      />
      <div>
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          {t('accounts:second-factor.done')}
        </Button>
      </div>
    </div>
  );
}

/** Prints a heading and lines of text without the page around them. */
function printText(title: string, lines: readonly string[]): void {
  const frame = document.createElement('iframe');
  // Visually hidden only: some browsers do not print a frame with `display: none`.
  frame.className = 'sr-only';
  frame.setAttribute('aria-hidden', 'true');
  document.body.append(frame);
  const sheet = frame.contentDocument;
  const print = frame.contentWindow;
  if (!sheet || !print) return;

  const heading = sheet.createElement('h1');
  heading.textContent = title;
  heading.style.font = '600 16px system-ui';
  const list = sheet.createElement('pre');
  list.textContent = lines.join('\n');
  list.style.font = '16px/1.8 monospace';
  sheet.body.append(heading, list);
  // Some browsers return from `print` immediately, and print what is there once the person has confirmed.
  print.addEventListener('afterprint', () => frame.remove());
  print.print();
}
