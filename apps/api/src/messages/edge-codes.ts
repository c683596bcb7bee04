import type { CodeEntry } from './entry.js';

/** Every other code: what the edges themselves say no to. */
export const EDGE_CODES = {
  UNAUTHENTICATED: {
    status: 401,
    title: { en: 'Not authenticated', es: 'Sin autenticar' },
    detail: {
      en: 'This needs a token that counts: Authorization: Bearer with a key or an access token.',
      es: 'Esto necesita un token que valga: Authorization: Bearer con una clave o un token de acceso.',
    },
  },
  FORBIDDEN: {
    status: 403,
    title: { en: 'Not allowed', es: 'No permitido' },
    detail: {
      en: 'Your role does not allow this.',
      es: 'Tu papel no permite esto.',
    },
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    title: { en: 'Host not allowed', es: 'Nombre de servidor no permitido' },
    detail: {
      en: 'Without keys this server answers only under a name of its own machine, such as localhost.',
      es: 'Sin claves, este servidor solo contesta con un nombre de su propia máquina, como localhost.',
    },
  },
  ORIGIN_NOT_ALLOWED: {
    status: 403,
    title: { en: 'Origin not allowed', es: 'Origen no permitido' },
    detail: {
      en: 'Pages of this origin may not call here; BITACORA_CORS lists those that may.',
      es: 'Las páginas de este origen no pueden llamar aquí; BITACORA_CORS enumera las que sí.',
    },
  },
  ACCESS_NOT_FOUND: {
    status: 404,
    title: { en: 'Access not found', es: 'Acceso no encontrado' },
    detail: {
      en: ['The encounter has no access {id}.', 'The encounter has no such access.'],
      es: ['El encuentro no tiene ningún acceso {id}.', 'El encuentro no tiene tal acceso.'],
    },
  },
  ENCOUNTER_NOT_FOUND: {
    status: 404,
    title: { en: 'Encounter not found', es: 'Encuentro no encontrado' },
    detail: {
      en: ['There is no encounter {id}.', 'There is no such encounter.'],
      es: ['No hay ningún encuentro {id}.', 'No hay tal encuentro.'],
    },
  },
  ODDS_NOT_FOUND: {
    status: 404,
    title: { en: 'Simulation not found', es: 'Simulación no encontrada' },
    detail: {
      en: ['No simulation {id} is running or waiting.', 'No such simulation is running or waiting.'],
      es: ['No hay ninguna simulación {id} en marcha ni en espera.', 'No hay tal simulación en marcha ni en espera.'],
    },
  },
  REVISION_NOT_FOUND: {
    status: 404,
    title: { en: 'Revision not found', es: 'Revisión no encontrada' },
    detail: {
      en: ['The encounter has no revision {wanted}; it stands at {revision}.', 'The encounter was not there then.'],
      es: ['El encuentro no tiene la revisión {wanted}; está en la {revision}.', 'El encuentro no existía entonces.'],
    },
  },
  RULESET_NOT_FOUND: {
    status: 404,
    title: { en: 'Rule set not found', es: 'Reglamento no encontrado' },
    detail: {
      en: ['There is no rule set {id}.', 'There is no such rule set.'],
      es: ['No hay ningún reglamento {id}.', 'No hay tal reglamento.'],
    },
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: { en: 'Not found', es: 'No encontrado' },
    detail: { en: 'There is nothing at this address.', es: 'No hay nada en esta dirección.' },
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    title: { en: 'Method not allowed', es: 'Método no permitido' },
    detail: {
      en: ['{method} is not possible here; possible: {allowed}.', 'This method is not possible here.'],
      es: ['{method} no es posible aquí; son posibles: {allowed}.', 'Este método no es posible aquí.'],
    },
  },
  REVISION_CONFLICT: {
    status: 409,
    title: { en: 'Revision conflict', es: 'Conflicto de revisión' },
    detail: {
      en: [
        'The encounter is not where you think: it stands at revision {revision}.',
        'The encounter has changed meanwhile.',
      ],
      es: ['El encuentro no está donde crees: está en la revisión {revision}.', 'El encuentro ha cambiado entretanto.'],
    },
  },
  ODDS_CANCELLED: {
    status: 409,
    title: { en: 'Odds cancelled', es: 'Cálculo cancelado' },
    detail: {
      en: 'The simulation was cancelled before it was done.',
      es: 'La simulación se canceló antes de terminar.',
    },
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    title: { en: 'Body too large', es: 'Cuerpo demasiado grande' },
    detail: {
      en: ['What was sent is too large: it may have {max} bytes at most.', 'What was sent is too large.'],
      es: ['Lo enviado es demasiado grande: puede tener {max} bytes como mucho.', 'Lo enviado es demasiado grande.'],
    },
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: { en: 'Request too slow', es: 'Petición demasiado lenta' },
    detail: {
      en: 'The request did not arrive in time.',
      es: 'La petición no ha llegado a tiempo.',
    },
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    title: { en: 'Headers too large', es: 'Cabeceras demasiado grandes' },
    detail: {
      en: 'The headers of the request are too large together.',
      es: 'Las cabeceras de la petición son demasiado grandes en total.',
    },
  },
  URI_TOO_LONG: {
    status: 414,
    title: { en: 'Address too long', es: 'Dirección demasiado larga' },
    detail: { en: 'A part of the address is too long.', es: 'Una parte de la dirección es demasiado larga.' },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: { en: 'Unsupported media type', es: 'Formato no admitido' },
    detail: {
      en: 'The body must be application/json in UTF-8, and not compressed.',
      es: 'El cuerpo debe ser application/json en UTF-8, y sin comprimir.',
    },
  },
  IMPORT_REFUSED: {
    status: 422,
    title: { en: 'Import refused', es: 'Importación rechazada' },
    detail: {
      en: [
        'Line {line} stops the import, of encounter {encounter}; encounters taken in before it: {count}.',
        'Line {line} stops the import; encounters taken in before it: {count}.',
        'The file cannot be imported.',
      ],
      es: [
        'La línea {line} detiene la importación, del encuentro {encounter}; encuentros importados antes: {count}.',
        'La línea {line} detiene la importación; encuentros importados antes: {count}.',
        'El archivo no se puede importar.',
      ],
    },
  },
  REVISION_INSIDE_COMMAND: {
    status: 422,
    title: { en: 'Revision inside a command', es: 'Revisión en medio de una orden' },
    detail: {
      en: [
        'Revision {wanted} is in the middle of a command, which no table ever saw; the states around it are {before} and {after}.',
        'This revision is in the middle of a command.',
      ],
      es: [
        'La revisión {wanted} está en medio de una orden y ninguna mesa la ha visto; los estados de alrededor son {before} y {after}.',
        'Esta revisión está en medio de una orden.',
      ],
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    title: { en: 'Idempotency key reused', es: 'Clave de idempotencia repetida' },
    detail: {
      en: 'This Idempotency-Key came before with another request.',
      es: 'Esta Idempotency-Key ya vino con otra petición.',
    },
  },
  RATE_LIMITED: {
    status: 429,
    title: { en: 'Too many requests', es: 'Demasiadas peticiones' },
    detail: {
      en: ['Too many requests; try again in {seconds} seconds.', 'Too many requests; try again later.'],
      es: [
        'Demasiadas peticiones; vuelve a intentarlo en {seconds} segundos.',
        'Demasiadas peticiones; vuelve a intentarlo más tarde.',
      ],
    },
  },
  ODDS_BUSY: {
    status: 429,
    title: { en: 'Too many simulations', es: 'Demasiadas simulaciones' },
    detail: {
      en: ['Too many simulations wait; try again in {seconds} seconds.', 'Too many simulations wait; try again later.'],
      es: [
        'Hay demasiadas simulaciones en espera; vuelve a intentarlo en {seconds} segundos.',
        'Hay demasiadas simulaciones en espera; vuelve a intentarlo más tarde.',
      ],
    },
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    title: { en: 'Too many connections', es: 'Demasiadas conexiones' },
    detail: {
      en: [
        'You can hold {max} WebSockets and event streams open at most; close one first.',
        'You hold too many WebSockets and event streams open; close one first.',
      ],
      es: [
        'Puedes tener abiertos {max} WebSockets y flujos de eventos como mucho; cierra antes alguno.',
        'Tienes abiertos demasiados WebSockets y flujos de eventos; cierra antes alguno.',
      ],
    },
  },
  TOO_MANY_SUBSCRIPTIONS: {
    status: 429,
    title: { en: 'Too many subscriptions', es: 'Demasiadas suscripciones' },
    detail: {
      en: ['One connection can have {max} subscriptions at most.', 'This connection has too many subscriptions.'],
      es: ['Una conexión puede tener {max} suscripciones como mucho.', 'Esta conexión tiene demasiadas suscripciones.'],
    },
  },
  INTERNAL: {
    status: 500,
    title: { en: 'Internal error', es: 'Error interno' },
    detail: {
      en: 'Something failed here that is not your fault. The request id finds it in the log.',
      es: 'Aquí ha fallado algo que no es culpa tuya. El id de la petición lo encuentra en el registro.',
    },
  },
  OPERATION_TIMEOUT: {
    status: 503,
    title: { en: 'Operation took too long', es: 'La operación ha tardado demasiado' },
    detail: {
      en: ['This takes longer than the {ms} ms that it may take; ask for less at once.', 'This takes too long.'],
      es: ['Esto tarda más de los {ms} ms que puede tardar; pide menos de una vez.', 'Esto tarda demasiado.'],
    },
  },
  STORE_UNAVAILABLE: {
    status: 503,
    title: { en: 'Store unavailable', es: 'Almacén no disponible' },
    detail: {
      en: 'The event store cannot be reached now. Try again with the same Idempotency-Key.',
      es: 'Ahora no se llega al almacén de eventos. Vuelve a intentarlo con la misma Idempotency-Key.',
    },
  },
  SHUTTING_DOWN: {
    status: 503,
    title: { en: 'Shutting down', es: 'Apagándose' },
    detail: {
      en: 'The server is shutting down; try again shortly.',
      es: 'El servidor se está apagando; vuelve a intentarlo enseguida.',
    },
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
