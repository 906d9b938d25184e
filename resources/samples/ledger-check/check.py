"""Checks a folder of invoices against a bank statement.

Knows no row: it reads the statement, the list of suppliers and every invoice it finds, pairs payments with invoices by
their references, and reports what does not agree. Prints a table for people; the last line is one JSON object.
"""

import csv
import io
import json
import re
import sys
import unicodedata
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

FOLDER = ""  # empty: the first argument, else the first folder under /folders that holds a bank statement

ROUNDING = Decimal("0.02")  # a difference up to this comes from rounding
LATE = timedelta(days=30)  # a payment later than this after the due date is off
CURRENCIES = ("EUR", "USD", "GBP", "CHF")
SYMBOLS = {"€": "EUR", "$": "USD", "£": "GBP"}
LEGAL_FORMS = {"gmbh", "ltd", "limited", "sarl", "bv", "inc", "ag", "aps", "sas", "llp", "kg", "srl", "sl", "ou", "ug"}

# What the fields are called in the languages of the suppliers; letters only, without accents.
LABELS = {
    "number": "invoicenumber invoiceno invoicenr invoice number documentnumber rechnungsnummer rechnungsnr rechnungnr"
    " rechnung facturen facture numerodefacture factuurnummer factuurnr factuur",
    "supplier": "supplier suppliername seller sellername vendor vendorname lieferant lieferantname fournisseur"
    " leverancier from",
    "date": "invoicedate date dateofissue issued issuedate rechnungsdatum datum datedemission datedefacture"
    " factuurdatum",
    "due": "duedate due paymentdue payby faelligam faelligkeit zahlbarbis echeance datedecheance vervaldatum",
    "currency": "currency waehrung devise valuta",
    "net": "net netamount subtotal netto nettobetrag zwischensumme totalht totaalexclbtw",
    "vat": "vat vatamount tax mwst ust umsatzsteuer tva btw",
    "total": "total totaldue amountdue grandtotal gross brutto gesamtbetrag rechnungsbetrag totalttc netapayer"
    " tebetalen totaalinclbtw",
    "booked": "bookingdate date buchungstag",
    "payee": "payeeorpayer payee counterparty name",
    "reference": "reference details purpose verwendungszweck",
    "amount": "amount betrag",
}
FIELD_OF = {
    field: {label: field for label in names.split()} for field, names in LABELS.items()
}
INVOICE_FIELDS = ("number", "supplier", "date", "due", "currency", "net", "vat", "total")
STATEMENT_FIELDS = ("booked", "payee", "reference", "amount", "currency")

MONTHS = {}
for _names in (
    "january february march april may june july august september october november december",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
):
    for _number, _name in enumerate(_names.split(), start=1):
        MONTHS[_name] = _number


class Unreadable(Exception):
    """A file that should say something and does not; the message says what is wanting."""


# ---------------------------------------------------------------- reading figures, dates and names


def spelled(text):
    """The text in small letters with umlauts written out and no accents."""
    text = text.lower().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def letters(text):
    """Only the letters of a label: `MwSt. 19 %` is `mwst`."""
    bare = re.sub(r"\b(" + "|".join(CURRENCIES) + r")\b", "", text)
    return re.sub(r"[^a-z]", "", spelled(bare))


def field_named(label, fields):
    """The field that a label means, among those looked for; None where it means none."""
    key = letters(label)
    return next((field for field in fields if key in FIELD_OF[field]), None)


MONEY = re.compile(r"-?(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+|\d+)(?:[.,]\d{1,2})?(?!\d)")


def money_in(text):
    """The last amount in a text, whatever its thousands and decimal marks; None where there is none."""
    found = MONEY.findall(str(text))
    if not found:
        return None
    whole = re.sub(r"['’\u00a0\u202f ]", "", found[-1])
    decimals = re.search(r"[.,](\d{1,2})$", whole)
    digits = re.sub(r"[.,]", "", whole[: decimals.start()] if decimals else whole)
    return Decimal(f"{digits}.{decimals.group(1)}" if decimals else digits)


def currency_in(text):
    """The currency that a text names by code or sign; None where it names none."""
    code = re.search(r"\b(" + "|".join(CURRENCIES) + r")\b", str(text))
    if code:
        return code.group(1)
    return next((SYMBOLS[sign] for sign in SYMBOLS if sign in str(text)), None)


def date_in(text):
    """The date in a text: 2026-07-14, 14.07.2026, 14/07/2026, or with the month's name; None where there is none."""
    text = str(text)
    iso = re.search(r"\b(\d{4})-(\d{2})-(\d{2})\b", text)
    if iso:
        return date(*map(int, iso.groups()))
    days_first = re.search(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b", text)
    if days_first:
        day, month, year = map(int, days_first.groups())
        return date(year, month, day)
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(c))
    named = re.search(r"\b(\d{1,2})\.? ([a-z]+)\.? (\d{4})\b", plain)
    if named and named.group(2) in MONTHS:
        return date(int(named.group(3)), MONTHS[named.group(2)], int(named.group(1)))
    named = re.search(r"\b([a-z]+)\.? (\d{1,2}), (\d{4})\b", plain)
    if named and named.group(1) in MONTHS:
        return date(int(named.group(3)), MONTHS[named.group(1)], int(named.group(2)))
    return None


def name_words(name):
    """The words of a firm's name for comparing: no accents, capitals or signs."""
    return re.sub(r"[^a-z0-9 ]", " ", spelled(name).replace(".", "")).split()


def same_firm(printed, name):
    """Whether the bank's print of a name is that firm: with or without its legal form, whole or cut at the end."""
    short, full = name_words(printed), name_words(name)
    bare_short, bare_full = ("".join(word for word in words if word not in LEGAL_FORMS) for words in (short, full))
    cut = "".join(short)
    return bare_short == bare_full or (len(cut) >= 12 and "".join(full).startswith(cut))


# ---------------------------------------------------------------- reading files


def read_text(path):
    return path.read_text(encoding="utf-8-sig")


def table(text):
    """The rows of a CSV text, separated by whichever of ; , and tab its first line has most of."""
    first = text.split("\n", 1)[0]
    separator = max(";,\t", key=first.count)
    return [row for row in csv.reader(io.StringIO(text), delimiter=separator) if any(cell.strip() for cell in row)]


def read_statement(path):
    """The movements of a statement, or None where the file is none. Row numbers are lines, the header being 1."""
    rows = table(read_text(path))
    if not rows:
        return None
    columns = {}
    for place, label in enumerate(rows[0]):
        field = field_named(label, STATEMENT_FIELDS)
        if field and field not in columns:
            columns[field] = place
    if any(field not in columns for field in STATEMENT_FIELDS):
        return None
    movements = []
    for number, row in enumerate(rows[1:], start=2):
        cells = {field: row[place].strip() for field, place in columns.items() if place < len(row)}
        booked, amount = date_in(cells.get("booked", "")), money_in(cells.get("amount", ""))
        if booked is None or amount is None:
            raise Unreadable(f"{path.name}, row {number}: no date or no amount")
        movements.append({**cells, "row": number, "booked": booked, "amount": amount})
    return movements


def read_suppliers(path):
    """The names on a list of suppliers, or None where the file is none."""
    rows = table(read_text(path))
    labels = [letters(label) for label in rows[0]] if rows else []
    if "name" not in labels or "amount" in labels:
        return None
    place = labels.index("name")
    return [row[place].strip() for row in rows[1:] if place < len(row)]


def pairs_of_json(value, path=""):
    """Labels and values of a JSON document, without its lists: those hold the positions."""
    for key, inner in value.items():
        if isinstance(inner, dict):
            yield from pairs_of_json(inner, path + key + " ")
        elif not isinstance(inner, list):
            yield path + key, inner
            yield key, inner


def pairs_of_csv(text):
    """Labels and values of a CSV invoice: one field a line, or a table whose last row holds the sums."""
    rows = table(text)
    vertical = [row for row in rows if len(row) == 2 and field_named(row[0], INVOICE_FIELDS)]
    if len(vertical) >= 4:
        return vertical
    return list(zip(rows[0], rows[-1])) if len(rows) > 1 else []


TITLE = re.compile(r"^(?:invoice|rechnung|facture|factuur)\b\s*(?:no\.?|nr\.?|n°|#)?\s*[:#]?\s*(\S.*\d.*)$", re.IGNORECASE)


def pairs_of_text(text):
    """Labels and values of a plain letter: after a colon, after a row of dots or blanks, or the title's number."""
    for line in text.splitlines():
        title = TITLE.match(line.strip())
        if title and not date_in(line):
            yield "invoice number", title.group(1)
            continue
        labelled = re.match(r"^\s*(\S.*?)\s*(?::|\.{3,}|\s{3,})\s*(\S.*)$", line)
        if labelled:
            yield labelled.groups()


def read_invoice(path, folder, known):
    """An invoice with all its fields; Unreadable names those that are wanting."""
    text = read_text(path)
    if path.suffix == ".json":
        document = json.loads(text, parse_float=Decimal)
        if not isinstance(document, dict):
            raise Unreadable("not an invoice: no labelled values")
        pairs = pairs_of_json(document)
    elif path.suffix == ".csv":
        pairs = pairs_of_csv(text)
    else:
        pairs = pairs_of_text(text)
    readers = {"date": date_in, "due": date_in, "net": money_in, "vat": money_in, "total": money_in}
    invoice = {"file": path.relative_to(folder).as_posix()}
    for label, value in pairs:
        field = field_named(label, INVOICE_FIELDS)
        if field is None or field in invoice:
            continue
        read = readers.get(field, lambda text: str(text).strip())(value)
        if read not in (None, ""):
            invoice[field] = read
            if field == "total" and currency_in(value):
                invoice["currency"] = currency_in(value)
    if "supplier" not in invoice and path.suffix not in (".json", ".csv"):
        heads = [line.strip() for line in text.splitlines() if line.strip()]
        invoice["supplier"] = next((head for head in heads if any(same_firm(head, name) for name in known)), heads[0])
    wanting = [field for field in ("number", "supplier", "date", "currency", "total") if field not in invoice]
    if wanting:
        raise Unreadable("no " + ", ".join(wanting) + " found")
    invoice.setdefault("due", invoice["date"] + LATE)
    return invoice


def find_folder():
    """The folder to check: the constant, the first argument, or the first granted folder with a statement."""
    if FOLDER:
        return Path(FOLDER)
    if len(sys.argv) > 1 and Path(sys.argv[1]).is_dir():
        return Path(sys.argv[1])
    granted = Path("/folders")
    for folder in sorted(granted.iterdir()) if granted.is_dir() else []:
        if folder.is_dir() and any(read_statement(path) for path in sorted(folder.glob("*.csv"))):
            return folder
    raise Unreadable("no folder under /folders holds a bank statement as CSV")


# ---------------------------------------------------------------- pairing payments with invoices


def pattern_of(number):
    """Finds an invoice number however it is spaced, separated or capitalised, but not inside a longer one."""
    characters = re.sub(r"[\W_]", "", number)
    return re.compile(r"(?<![^\W_])" + r"[\W_]*".join(map(re.escape, characters)) + r"(?!\d)", re.IGNORECASE)


def pair(invoices, movements):
    """Gives each invoice its movements: by the full number, else by the number's last digits and the right payee."""
    by_digits = {}
    for invoice in invoices:
        invoice["movements"] = []
        invoice["pattern"] = pattern_of(invoice["number"])
        runs = re.findall(r"\d+", invoice["number"])
        invoice["digits"] = runs[-1] if runs else ""
    for movement in movements:
        reference = movement["reference"]
        bare = re.sub(r"[\W_]", "", reference)
        full = [i for i in invoices if i["digits"] in bare and i["pattern"].search(reference)]
        if not full:
            runs = {run for run in re.findall(r"\d+", reference) if len(run) >= 4}
            full = [i for i in invoices if i["digits"] in runs and same_firm(movement["payee"], i["supplier"])]
        if len(full) == 1:
            full[0]["movements"].append(movement)
        elif full:
            longest = max(full, key=lambda i: len(i["number"]))
            longest["movements"].append(movement)


def live_payments(invoice):
    """What was paid and stayed paid: a payment that came back counts no more."""
    paid = [m for m in invoice["movements"] if m["amount"] < 0]
    for back in (m for m in invoice["movements"] if m["amount"] > 0):
        undone = [m for m in paid if m["amount"] == -back["amount"] and m["currency"] == back["currency"]]
        before = [m for m in undone if m["row"] < back["row"]]
        if undone:
            paid.remove((before or undone)[-1])
    return paid


# ---------------------------------------------------------------- judging


def swapped(paid, due):
    """Whether one figure is the other with two neighbouring digits swapped."""
    left, right = (f"{figure:.2f}".replace(".", "") for figure in (paid, due))
    if len(left) != len(right):
        return False
    unlike = [place for place in range(len(left)) if left[place] != right[place]]
    return (
        len(unlike) == 2
        and unlike[1] == unlike[0] + 1
        and left[unlike[0]] == right[unlike[1]]
        and left[unlike[1]] == right[unlike[0]]
    )


def amount_text(amount, currency):
    return f"{amount:.2f} {currency}"


def judge(invoice, last_day, known):
    """The faults of one invoice, as (kind, expected, found, difference, explanation); its state goes into `state`."""
    due, currency = invoice["total"], invoice["currency"]
    expected = amount_text(due, currency)
    payments = live_payments(invoice)
    if not payments:
        open_still = invoice["due"] >= last_day
        invoice["state"] = "open" if open_still else "missing"
        why = f"was due on {invoice['due']} and no payment bears its number"
        return [] if open_still else [("missing", expected, "no payment", amount_text(-due, currency), why)]

    faults = []
    paid = [-m["amount"] for m in payments]
    total = sum(paid)
    gap = total - due
    strange = sorted({m["currency"] for m in payments} - {currency})
    if strange and total == due:
        found = amount_text(total, strange[0])
        faults.append(("currency", expected, found, f"{strange[0]} for {currency}", "same figure, other currency"))
    elif strange:
        found = " + ".join(amount_text(-m["amount"], m["currency"]) for m in payments)
        faults.append(("amount", expected, found, "not comparable", "another figure in another currency"))
    elif len(paid) > 1 and gap > ROUNDING and any(abs(one - due) <= ROUNDING for one in paid):
        dates = " and ".join(str(m["booked"]) for m in payments)
        why = f"paid {len(paid)} times, on {dates}"
        faults.append(("doubled", expected, amount_text(total, currency), amount_text(gap, currency), why))
    elif gap != 0:
        found, difference = amount_text(total, currency), amount_text(gap, currency)
        if abs(gap) <= ROUNDING:
            faults.append(("rounding", expected, found, difference, "off by no more than rounding"))
        elif len(paid) == 1 and swapped(total, due):
            faults.append(("digits", expected, found, difference, "two neighbouring digits are swapped"))
        else:
            why = "the net sum was paid" if total == invoice.get("net") else "another figure was paid"
            faults.append(("amount", expected, found, difference, why))

    for m in payments:
        if not same_firm(m["payee"], invoice["supplier"]):
            listed = any(same_firm(m["payee"], name) for name in known)
            unlike = "another supplier" if listed else "not on the list of suppliers"
            why = f"{amount_text(-m['amount'], m['currency'])} went to a payee who is {unlike}"
            faults.append(("payee", invoice["supplier"], m["payee"], unlike, why))
            break
    early = [m for m in payments if m["booked"] < invoice["date"]]
    late = [m for m in payments if m["booked"] > invoice["due"] + LATE]
    for m in early[:1]:
        days = (invoice["date"] - m["booked"]).days
        why = f"paid {days} days before the invoice was written"
        faults.append(("date", f"on or after {invoice['date']}", str(m["booked"]), f"{days} days early", why))
    for m in late[:1]:
        days = (m["booked"] - invoice["due"]).days
        why = f"paid {days} days after it was due"
        faults.append(("date", f"by {invoice['due']}", str(m["booked"]), f"{days} days late", why))
    invoice["state"] = faults[0][0] if faults else "paid"
    return faults


def sums(pairs):
    """Amounts added up by currency, as texts."""
    total = {}
    for currency, amount in pairs:
        total[currency] = total.get(currency, Decimal(0)) + amount
    return {currency: f"{total[currency]:.2f}" for currency in sorted(total)}


def check(folder):
    """Reads the folder and gives the report."""
    statement = suppliers = statement_path = suppliers_path = None
    for path in sorted(folder.glob("*.csv")):
        if statement is None:
            statement = read_statement(path)
            statement_path = path if statement is not None else None
        if suppliers is None and path != statement_path:
            suppliers = read_suppliers(path)
            suppliers_path = path if suppliers is not None else None
    if not statement:
        raise Unreadable(f"{folder} holds no bank statement as CSV")
    invoices, unreadable = [], []
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (".csv", ".json", ".txt")):
        if path in (statement_path, suppliers_path):
            continue
        try:
            invoices.append(read_invoice(path, folder, suppliers or []))
        except (Unreadable, ValueError, csv.Error) as error:
            unreadable.append({"file": path.relative_to(folder).as_posix(), "why": str(error)})
    pair(invoices, statement)

    last_day = max(m["booked"] for m in statement)
    faults, notes = [], []
    for invoice in sorted(invoices, key=lambda i: (i["date"], i["number"])):
        for kind, expected, found, difference, why in judge(invoice, last_day, suppliers or []):
            faults.append(
                {
                    "kind": kind,
                    "invoice": invoice["number"],
                    "supplier": invoice["supplier"],
                    "file": invoice["file"],
                    "expected": expected,
                    "found": found,
                    "difference": difference,
                    "rows": [m["row"] for m in invoice["movements"]],
                    "explanation": why,
                }
            )
        if "net" in invoice and "vat" in invoice and invoice["net"] + invoice["vat"] != invoice["total"]:
            notes.append(f"{invoice['number']}: net and VAT do not add up to the total")
    if suppliers is None:
        notes.append("no list of suppliers found; payees were compared with the invoices alone")
    payments = [m for i in invoices for m in live_payments(i)]
    return {
        "check": "ledger",
        "folder": str(folder),
        "statement": statement_path.name,
        "rows": len(statement),
        "first_day": str(min(m["booked"] for m in statement)),
        "last_day": str(last_day),
        "invoices": len(invoices),
        "in_order": sum(1 for i in invoices if i["state"] == "paid"),
        "open": [i["number"] for i in invoices if i["state"] == "open"],
        "matched_rows": sum(len(i["movements"]) for i in invoices),
        "fault_count": len(faults),
        "faults": faults,
        "due": sums((i["currency"], i["total"]) for i in invoices),
        "paid": sums((m["currency"], -m["amount"]) for m in payments),
        "unreadable": unreadable,
        "notes": notes,
    }


def show(report):
    """Prints the table for people."""
    print(f"{report['statement']}: {report['rows']} rows, {report['first_day']} to {report['last_day']}")
    print(f"{report['invoices']} invoices, {report['in_order']} in order, {report['fault_count']} faults")
    head = {"kind": "kind", "invoice": "invoice", "expected": "expected", "found": "found", "difference": "difference"}
    widths = {key: max(len(line[key]) for line in [head, *report["faults"]]) for key in head}
    for line in [head, *report["faults"]] if report["faults"] else []:
        cells = "  ".join(line[key].ljust(widths[key]) for key in head)
        rows = "rows " + (", ".join(map(str, line["rows"])) or "none") if "rows" in line else "statement rows"
        print(f"{cells}  {rows}")
    for item in report["unreadable"]:
        print(f"could not read {item['file']}: {item['why']}")
    for note in report["notes"]:
        print(f"note: {note}")


try:
    result = check(find_folder())
    show(result)
except (Unreadable, OSError, ValueError, csv.Error) as problem:
    result = {"check": "ledger", "error": str(problem)}
    print(f"could not check the ledger: {problem}")
print(json.dumps(result, ensure_ascii=False))
