import { basePath } from '@/lib/site';

/** Head of every document: the early script, icons, manifest. */
export function DocumentHead() {
  return (
    <>
      {/* Not deferred: it must run before the first paint. */}
      <script src={`${basePath}/early.js`} />
      <link rel="manifest" href={`${basePath}/manifest.webmanifest`} />
      <link rel="apple-touch-icon" href={`${basePath}/apple-touch-icon.png`} />
      <meta name="theme-color" content="#f3f4f6" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1017" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
    </>
  );
}
