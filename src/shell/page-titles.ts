/** The titles of pages whose screen loads on demand: those pages import them themselves. */
