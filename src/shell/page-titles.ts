/** The titles of pages whose screen loads on demand: those pages import them themselves. */
import '@/lib/i18n/page-words';
