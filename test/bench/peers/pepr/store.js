/** All of a cluster that Pepr's controller needs to begin: one PeprStore that is there and never changes. Prints its URL. */
import { createServer } from 'node:http';

const STORE = /\/namespaces\/pepr-system\/peprstores(?:\/([\w-]+))?$/;
const VERSION = '1';

const storeOf = (name) => ({
  apiVersion: 'pepr.dev/v1',
  kind: 'PeprStore',
  metadata: { name, namespace: 'pepr-system', resourceVersion: VERSION, uid: name },
  data: {},
});

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  const found = STORE.exec(pathname);
  const named = found?.[1] ?? /name=([\w-]+)/.exec(searchParams.get('fieldSelector') ?? '')?.[1];
  if (found === null) return response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  response.writeHead(200, { 'content-type': 'application/json' });
  if (searchParams.has('watch')) {
    response.write(`${JSON.stringify({ type: 'ADDED', object: storeOf(named) })}\n`);
  } else if (found[1] === undefined) {
    const metadata = { resourceVersion: VERSION };
    response.end(
      JSON.stringify({ apiVersion: 'pepr.dev/v1', kind: 'PeprStoreList', metadata, items: [storeOf(named)] }),
    );
  } else response.end(JSON.stringify(storeOf(named)));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
