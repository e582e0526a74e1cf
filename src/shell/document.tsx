import Document, {
  type DocumentContext,
  type DocumentInitialProps,
  Head,
  Html,
  Main,
  NextScript,
} from 'next/document';
import type { Namespace } from '@/contract/core/domains';
import { defaultLanguage, directionOf } from '@/contract/core/languages';
import { textsUrl } from '@/lib/i18n/fetch-texts';
import { DocumentHead } from './document-head';

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
      <Html lang={language} dir={directionOf(language)}>
        <Head>
          <DocumentHead texts={['common', ...this.props.texts].map((name) => textsUrl(language, name))} />
        </Head>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    );
  }
}
