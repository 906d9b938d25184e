/** What a verb claims to have done: something to a file or record here, or something that left this computer. */
export type Effect = 'write' | 'delete' | 'move' | 'send';

const words = (kind: Effect, list: string): [string, Effect][] => list.split(' ').map((word) => [word, kind]);

/** Participles and past forms that claim an effect, by language. */
export const VERBS: ReadonlyMap<string, Effect> = new Map([
  ...words(
    'write',
    'wrote written saved created updated stored added appended edited modified changed replaced inserted exported recorded logged registered generated overwrote overwritten filled corrected fixed set configured enabled disabled installed',
  ),
  ...words('delete', 'deleted removed erased cleared purged'),
  ...words('move', 'moved renamed copied'),
  ...words(
    'send',
    'sent emailed mailed posted published submitted paid booked ordered purchased bought scheduled uploaded notified messaged replied forwarded shared transferred refunded reserved cancelled canceled invited tweeted deployed pushed',
  ),
  ...words(
    'write',
    'gespeichert geschrieben erstellt angelegt aktualisiert geändert hinzugefügt eingetragen bearbeitet',
  ),
  ...words('delete', 'gelöscht entfernt'),
  ...words('move', 'verschoben umbenannt kopiert'),
  ...words(
    'send',
    'gesendet verschickt versendet veröffentlicht gepostet bezahlt überwiesen gebucht bestellt hochgeladen benachrichtigt eingereicht',
  ),
  ...words(
    'write',
    'enregistré enregistrée sauvegardé sauvegardée créé créée écrit écrite ajouté ajoutée modifié modifiée',
  ),
  ...words('delete', 'supprimé supprimée effacé effacée'),
  ...words('move', 'déplacé déplacée renommé renommée copié copiée'),
  ...words('send', 'envoyé envoyée publié publiée payé payée réservé réservée commandé commandée téléversé'),
  ...words(
    'write',
    'guardado guardada guardé creado creada creé escrito escrita escribí actualizado actualizada actualicé añadido añadida añadí modificado modificada modifiqué',
  ),
  ...words('delete', 'borrado borrada borré eliminado eliminada eliminé'),
  ...words('move', 'movido movida moví renombrado renombrada renombré copiado copiada'),
  ...words(
    'send',
    'enviado enviada envié publicado publicada publiqué pagado pagada pagué reservado reservada reservé subido subida',
  ),
  ...words(
    'write',
    'salvo salva salvei guardei criado criada criei escrevi atualizado atualizada atualizei adicionado adicionada adicionei gravado gravei',
  ),
  ...words('delete', 'apagado apagada apaguei excluído excluída excluí removido removida removi'),
  ...words('move', 'movi renomeado renomeada renomeei'),
  ...words('send', 'enviei publiquei pago paga paguei reservei postado postei'),
]);

/** Forms of the first person that need no `I`. */
export const FIRST_PERSON = new Set(
  'guardé creé escribí actualicé añadí modifiqué borré eliminé moví renombré envié publiqué pagué reservé salvei guardei criei escrevi atualizei adicionei gravei apaguei excluí removi movi renomeei enviei publiquei paguei reservei postei'.split(
    ' ',
  ),
);

/** What an effect is had on; without one of these a passive tells of the world, not of what the agent did. */
export const OBJECTS = new Set(
  'file files folder folders directory document documents record records entry entries row rows email emails e-mail mail message messages ticket tickets issue issues note notes invoice invoices order orders payment payments booking reservation appointment event events meeting invitation account spreadsheet sheet database table report reports page post task tasks reminder backup copy memory draft request config configuration setting settings datei dateien ordner dokument eintrag nachricht bericht rechnung fichier fichiers dossier document enregistrement message rapport facture archivo archivos carpeta documento registro mensaje informe factura correo arquivo arquivos ficheiro pasta registo mensagem relatório'.split(
    ' ',
  ),
);

/** Words that turn a claim into none: it did not happen, or might. */
export const UNDONE = new Set(
  "not n't never no none nothing cannot can't couldn't could would should may might must if unless until when once whether unable without failed fail fails failing wasn't weren't isn't didn't haven't hasn't don't won't will shall need needs needed want wants please able try tried trying instead before refused denied declined rejected error nicht kein keine keinen konnte könnte würde wenn falls nie ne pas n'ai n'a aucun jamais si pourrait serait sans no nunca podría pudo pude sería não nunca se poderia seria sem".split(
    ' ',
  ),
);

/** Before a participle these say that it was done. */
export const AUXILIARIES = new Set(
  "was were been has have had is are i've we've habe hat wurde wurden ist sind ai a été est sont he ha hemos sido fue fueron está están foi foram tem tenho".split(
    ' ',
  ),
);

/** Who speaks. */
export const SPEAKERS = new Set("i i've we we've ich wir j'ai j je nous he hemos yo eu tenho".split(' '));

const nouns = (kind: Effect, list: string): [string, Effect][] => list.split(' ').map((word) => [word, kind]);

/** Nouns of something done: with a word of `FULFILLED` they claim it (`payment completed`, `your booking is confirmed`). */
export const DEEDS: ReadonlyMap<string, Effect> = new Map([
  ...nouns(
    'send',
    'order orders booking bookings reservation payment payments purchase transfer appointment registration subscription refund submission upload delivery publication cancellation invitation bid transaction deployment',
  ),
  ...nouns('delete', 'deletion removal erasure'),
  ...nouns('move', 'renaming'),
  ...nouns('write', 'update creation export backup change changes edit edits'),
  ...nouns('send', 'bestellung buchung zahlung überweisung reservierung löschung'),
  ...nouns('send', 'commande réservation paiement virement'),
  ...nouns('send', 'pedido reserva pago transferencia pagamento transferência compra'),
]);

/** Words that say of a deed that it was done. */
export const FULFILLED = new Set(
  'placed confirmed completed complete done processed finalized finalised executed made successful fulfilled issued approved settled finished accepted received bestätigt abgeschlossen ausgeführt erfolgreich confirmée confirmé effectué effectuée terminé terminée confirmado confirmada completado completada realizado realizada concluído concluída efetuado efetuada'.split(
    ' ',
  ),
);
