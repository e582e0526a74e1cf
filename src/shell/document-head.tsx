import { basePath } from '@/lib/site';

interface DocumentHeadProps {
  /** Files of the page's texts. */
  texts: readonly string[];
}

/** Head of every document: the early script, texts, icons, manifest. */
export function DocumentHead({ texts }: DocumentHeadProps) {
  return (
    <>
      {/* Not deferred: it must run before the first paint. */}
      <script src={`${basePath}/early.js`} />
      {texts.map((url) => (
        <link key={url} rel="preload" as="fetch" crossOrigin="anonymous" href={url} />
      ))}
      <link rel="manifest" href={`${basePath}/manifest.webmanifest`} />
      <link rel="apple-touch-icon" href={`${basePath}/apple-touch-icon.png`} />
      <meta name="theme-color" content="#f3f4f6" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1017" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
    </>
  );
}
