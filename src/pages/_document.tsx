import Document, { Head, Html, Main, NextScript } from 'next/document';
import { defaultLanguage, directionOf } from '@/contract/core/languages';
import { DocumentHead } from '@/shell/document-head';

/** The document around every page, in the language and direction of its address. */
export default class AppDocument extends Document {
  override render() {
    const language = this.props.locale ?? defaultLanguage;
    return (
      <Html lang={language} dir={directionOf(language)}>
        <Head>
          <DocumentHead />
        </Head>
        <body>
          <Main />
          <NextScript />
        </body>
      </Html>
    );
  }
}
