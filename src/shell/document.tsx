// oxlint-disable-next-line nextjs/no-document-import-in-page -- `pages/_document.tsx` passes it on.
import Document, {
  type DocumentContext,
  type DocumentInitialProps,
  Head,
  Html,
  Main,
  NextScript,
} from 'next/document';
import { defaultLanguage, textDirection } from '@/contract/core/languages';
import type { Namespace } from '@/contract/domains';
import { textsUrl } from '@/lib/i18n/fetch-texts';
import { basePath } from '@/lib/site';

/** The document around every page, in the language and direction of its address. */
export class AppDocument extends Document<{ texts: readonly Namespace[] }> {
  /** Finds the dictionaries of the page, which load in parallel with its scripts. */
  static override async getInitialProps(
    context: DocumentContext,
  ): Promise<DocumentInitialProps & { texts: readonly Namespace[] }> {
    let texts: readonly Namespace[] = [];
    const props = await context.defaultGetInitialProps({
      ...context,
      renderPage: () =>
        context.renderPage({
          enhanceComponent: (Page) => {
            ({ texts = [] } = Page as { texts?: readonly Namespace[] });
            return Page;
          },
        }),
    });
    return { ...props, texts };
  }

  override render() {
    const language = this.props.locale ?? defaultLanguage;
    return (
      <Html lang={language} dir={textDirection(language)}>
        <Head>
          <DocumentHead language={language} texts={['common', ...this.props.texts]} />
        </Head>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    );
  }
}

interface DocumentHeadProps {
  language: string;
  /** Dictionaries of the page. */
  texts: readonly Namespace[];
}

/** Head of every document: the early script, texts, icons, manifest. */
function DocumentHead({ language, texts }: DocumentHeadProps) {
  return (
    <>
      {/* Not deferred: it must run before the first paint. */}
      <script src={`${basePath}/early.js`} />
      {/* The marked ones are given to i18next before React starts (`loadFirstTexts`). */}
      {texts.map((name) => (
        <link
          key={name}
          rel="preload"
          as="fetch"
          crossOrigin="anonymous"
          href={textsUrl(language, name)}
          data-texts={name}
        />
      ))}
      <link rel="manifest" href={`${basePath}/manifest.webmanifest`} />
      <link rel="apple-touch-icon" href={`${basePath}/apple-touch-icon.png`} />
      <meta name="theme-color" content="#f3f4f6" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#0d1017" media="(prefers-color-scheme: dark)" />
      <meta name="format-detection" content="telephone=no" />
    </>
  );
}
