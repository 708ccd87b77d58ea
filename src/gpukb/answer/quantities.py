"""The quantities that a question may ask for: one table of what asks for each, tells it and speaks of it, in four languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Table = Mapping[str, str]
ANY: Final = ""  # the key of what all languages write alike
MONEY: Final = "money"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A kind of quantity: patterns by language, those of `ANY` beside them.

    `asked`: in the question, lower case. `unit`: what stands with a number that tells it. `told`: what tells it alone. `worded`: what says
    something of it and not how much. `said`: what tells it in words, where all that is asked stands with it: "always", "free of charge".
    """

    asked: Table
    unit: Table
    told: Table
    worded: Table
    said: Table = field(default_factory=dict)


# Units of time behind a number, "a", "several": not those of "a month" in "20 dollars a month".
_TIMES: Final = {
    "ru": r"(?:милли|микро|нано)?секунд\w*|минут\w*|час(?:а|ов|у|ы|ами|ик)?|сут(?:ки|ок)|д(?:ень|ня|ней|ни)|недел\w+|месяц\w*"
    r"|год(?:а|у|ы)?|лет|век(?:а|ов)?|столети\w+|десятилети\w+|кварта\w+",
    "en": r"(?:milli|micro|nano)?seconds?|minutes?|hours?|days?|nights?|weeks?|fortnight|months?|quarters?|years?|decades?"
    r"|centur(?:y|ies)",
    "pl": r"(?:mili|mikro|nano)?sekund\w*|minut\w*|godzin\w*|d(?:zień|ni|oby|ób|obę)|tygod\w+|miesi\w+|rok\w*|lat[aom]*"
    r"|wiek\w*|kwarta\w+|dekad\w+",
    "zh": r"(?:毫|微|纳)?秒|分钟|小时|天|周|星期|个?月|年|世纪|季度",
}
_FEW: Final = {
    "ru": r"пол|полтор\w+|пар[ауы]|нескольк\w+|дв[аеух]+|тр[иеёх]+|четыр\w+|пят\w+|шест\w+|сем\w+|восем\w+|восьм\w+|девят\w+"
    r"|десят\w+|двенадцат\w+|двадцат\w+|тридцат\w+|сорок\w*|сто|сот\w+|одн\w+|один|цел\w+|тысяч\w*|миллион\w*",
    "en": r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty"
    r"|ninety|hundreds?|thousands?|millions?|few|several|many|half an?|dozens?|couple of|whole|entire",
    "pl": r"pół|półtor\w+|par[aęu]|kilka\w*|kilku|dw\w+|trz\w+|czter\w+|pię\w+|sześ\w+|sied\w+|osi\w+|dziew\w+|dziesi\w+"
    r"|jed\w+|cał\w+|sto|tysi\w+",
    "zh": r"[一二两三四五六七八九十百千万亿几数半多]",
}
_FOR: Final = {
    "ru": r"(?:на|за|около|почти|течени[еи]|длит\w+|занима\w+|хран\w+|держ\w+|живёт|уход\w+|идёт)",
    "en": r"(?:for|within|lasts?|takes?|took|nearly|almost|about|of)(?: an?)?",
    "pl": r"(?:przez|trwa\w*|zajmuje|około|ponad|prawie|w ciągu)",
}


def _span(lang: str) -> str:
    """A length of time: a number, or what stands for one, and a unit; a date, a time of day and "a month" are none."""
    if lang == "zh":
        return rf"(?<![\d年月每])(?:\d{{1,3}}|\d+\.\d+|{_FEW['zh']}+)\s?(?:多|余|来)?\s?个?(?:{_TIMES['zh']})(?!\d)|小时级|分钟级"
    number = rf"(?:(?<![:.,\d])\d[\d .,]*[\s-]?(?:тыс\.?|млн|млрд|million|billion|thousand|mln|mld)?|\b(?:{_FEW[lang]}))"
    return rf"{number}\W{{0,3}}(?:\w+\s)?(?:{_TIMES[lang]})\b|\b{_FOR[lang]}\s(?:{_TIMES[lang]})\b"


_BYTES: Final = r"(?<![A-Za-zА-Яа-я])(?:[KkMGTP]i?B|[КМГТП]и?[Бб])(?![A-Za-zА-Яа-я])(?!\s?(?:/\s?[sсh]|per sec|в\s?сек|на\s?сек|每秒))"
_PER: Final = (
    r"(?:bps|[bB]it/s|bits?/s|mph|km/h|rpm|RPM|GT/s|MT/s|[KMGT]Hz|[КМГТ]Гц|к?Гц)(?![A-Za-z])"
    r"|/\s?(?:s|sec|с|сек|сут|h|hr|ч|мин|min|秒|小时|时)(?!\w)"
)
_SHARE: Final = r"|\d\s?%(?![0-9A-F]{2})"  # a share of it, and no character of an address
_ORDER: Final = r"\bO\("  # O(n log n): how an algorithm's time and memory are told
_MONEY: Final = r"[$€£¥₽₴]|\b(?:USD|EUR|PLN|RUB|CNY|GBP)\b"

# In the order in which they are looked for in a question.
QUANTITIES: Final[Mapping[str, Quantity]] = {
    "version": Quantity(
        asked={
            "ru": r"\b(?:как\w+|последн\w+) (?:\w+ ){0,2}верси[яюи]\b",
            "en": r"\b(?:what|which|latest|newest|current) (?:\w+ ){0,2}(?:version|release)\b",
            "pl": r"\b(?:jak\w+|któr\w+|najnowsz\w+) (?:\w+ ){0,2}wersj[aęią]\b",
            "zh": r"(?:哪个|什么|最新)版本|版本号?是",
        },
        unit={ANY: r"(?!)"},
        told={ANY: r"(?i:\bv\d|\d\.\d|(?:верси\w+|version|release|wersj\w+|版本)\s?\d)|[A-Z][A-Za-z]* ?\d"},
        worded={},
    ),
    "often": Quantity(
        asked={
            "ru": r"\bкак часто\b|\bсколько раз\b",
            "en": r"\bhow often\b|\bhow many times\b",
            "pl": r"\bjak (?:często|czesto)\b|\bile razy\b",
            "zh": r"多久.{0,8}一次|多久(?:检查|更新|做|换|备份)|每隔?多久|(?:多少|几)次",
        },
        unit={ANY: r"\w"},  # any number will do
        told={
            "ru": r"(?i:\bраз в\b|\bкажд\w+ (?:\w+ )?(?:секунд|минут|час|день|дн|недел|месяц|год|лет|шаг)|ежедневно"
            r"|еженедельно|ежемесячно|ежегодно)",
            "en": r"(?i:\bonce an?\b|\bevery (?:\w+ )?(?:second|minute|hour|day|night|week|month|year|step)|hourly|daily"
            r"|weekly|monthly|yearly)",
            "pl": r"(?i:\braz (?:na|w)\b|\bco (?:minutę|godzinę|dzień|tydzień|miesiąc|rok|kilka|pół)\b|codziennie"
            r"|\bkażd\w+ (?:dni|dzie|rok|krok))",
            "zh": r"每隔|每[一半]?(?:秒|分钟|小时|天|日|晚|周|个?月|年|步)|[年月周天日]一次",
        },
        worded={},
    ),
    "duration": Quantity(
        asked={
            "ru": r"\bкак долго\b|\bсколько (?:времени|секунд|минут|часов|суток|дней|недель|месяцев|лет)\b"
            r"|\bсколько (?:\w+ )?(?:длится|длился|длилась|хранятся|хранится)\b",
            "en": r"\bhow long\b|\bhow much (?:\w+ )?time\b|\bhow many (?:seconds|minutes|hours|days|weeks|months|years)\b",
            "pl": r"\bjak (?:długo|dlugo)\b|\bile (?:\w+ )?(?:czasu|sekund|minut|godzin|dni|tygodni|miesięcy|lat|trwa\w*)\b",
            "zh": r"多久(?!.{0,8}一次)|多长时间|(?:多少|几)(?:秒|分钟|小时|天|周|个?月|年)(?!一次)",
        },
        unit={lang: rf"[,(/（]\s?(?:{times})\b" for lang, times in _TIMES.items()},  # as a column's name has it: "kept, days"
        told={
            ANY: r"(?<![:\d])\d[\d.,]*\s?(?:ns|µs|μs|us|ms|s|min|h|hr|нс|мкс|мс|с|сек|мин|ч|сут|мес)\.?(?![\w/])"
            r"|(?<!\d)(?:1\d|20)\d\d\D{1,25}(?:1\d|20)\d\d(?!\d)|24/7|" + _ORDER,
            "ru": rf"(?i:{_span('ru')})",
            "en": rf"(?i:{_span('en')}|\bkilomet|\bmiles?\b|\bmet(?:er|re)s?\b|\bfeet\b"
            r"|\d\s?(?:km|m|cm|mm|ft|tokens?|characters|words|pages|bits|bytes)\b)",
            "pl": rf"(?i:{_span('pl')})",
            "zh": rf"{_span('zh')}",
        },
        said={
            "ru": r"(?i:\bпока\b|\bдо (?:тех|конца|удален|перв|следующ|прихода)|\bвсегда\b|бессрочно|навсегда|вечно|постоянно)",
            "en": r"(?i:\buntil\b|\btill\b|\bforever\b|\balways\b|indefinite|permanent|\bas long as\b)",
            "pl": r"(?i:\bdopóki\b|\bdo (?:końca|czasu|chwili|momentu)\b|\bzawsze\b|bezterminowo|na stałe|wiecznie)",
            "zh": r"直到|始终|一直|永远|永久|长期",
        },
        worded={
            "ru": r"\bдолго\b|быстро|врем[яе]|срок",
            "en": r"\blong(?:er|est)?\b|\bquick|\btime\b|\bsoon\b",
            "pl": r"\bdługo|szybko|czas",
            "zh": r"时间|长久|很久|很快",
        },
    ),
    MONEY: Quantity(
        asked={
            "ru": r"\bсколько (?:\w+ )?сто(?:ит|ят|ил[аио]?)\b(?! (?:в|на) )|\bсколько .*\bсто(?:ит|ят)$|\b(?:стоимость"
            r"|цен[аыу]|аренда|тариф)\b",
            "en": r"\b(?:costs?|prices?|priced|rent|fee|pay)\b|\bhow much (?:is|are|was|for) (?:an?|one|the) (?!.*\b(?:of|in"
            r"|is|used|left|than|to)\b)(?:[\w.-]+ ?){1,4}$",
            "pl": r"\b(?:kosztuj\w+|kosztował\w*|cena|ceny|koszt\w*)\b|\bpo ile\b",
            "zh": r"价格|多少钱|价钱|费用|租金|售价|成本",
        },
        unit={
            ANY: _MONEY,
            "ru": r"(?i:\b(?:руб(?:л\w*)?|доллар\w*|евро|цент(?:а|ов|ы)?|юан\w+|злот\w+)\b)",
            "en": r"(?i:\b(?:dollars?|euros?|cents?|roubles?|rubles?|pounds?|yuan|zloty\w*)\b)",
            "pl": r"(?i:\b(?:zł\w*|grosz\w*|dolar\w*|euro|cent(?:a|ów|y)?)\b)",
            "zh": r"[\d万亿千百几十]\s?元|[（(/]元|[美欧日]元|人民币|块钱|美分|[\d万千百十]\s?块(?!\w)",
        },
        told={},
        said={
            "ru": r"\bбесплатн\w*|\bдаром\b",
            "en": r"\bfree of charge\b|\bfor free\b|\b(?:is|are) free\b|\bat no (?:cost|charge)\b",
            "pl": r"\b(?:bezpłatn\w*|darmow\w*|za darmo)\b",
            "zh": r"免费",
        },
        worded={
            "ru": r"\bцен[аыуеой]+\b|стоимост|стоит\b|стоят\b|дорог|дорож|дешев|дешёв",
            "en": r"\bcosts?\b|\bpric|expensive|\bcheap|\bfees?\b|\brent",
            "pl": r"\bcen[aęy]\b|koszt|drog\w+|droż|\btani",
            "zh": r"价|成本|费用|贵|便宜|租金",
        },
    ),
    "speed": Quantity(
        asked={
            "ru": r"\bкак(?:ая|ова) (?:\w+ ){0,3}(?:пропускная способность|полоса|скорость)\b|\b(?:как|насколько) быстро\b",
            "en": r"\bwhat(?: is|['’]s|are)? (?:the )?(?:[\w-]+ ){0,3}(?:bandwidth|speed|throughput)\b|\bhow fast\b"
            r"|\bhow much (?:\w+ )?(?:bandwidth|throughput)\b",
            "pl": r"\bjaka (?:\w+ ){0,3}(?:przepustowość|prędkość|szybkość)\b|\bjak szybko\b",
            "zh": r"(?:带宽|速度|速率|吞吐量?).{0,3}多[少大快高]|多少.{0,2}带宽|多快",
        },
        unit={
            ANY: _PER + _SHARE + r"|[×x]\s?\d|\d\s?[×x](?!\w)|\d\s?G(?![A-Za-z])",
            "ru": r"(?i:\bв (?:секунду|минуту|час|сутки|день|год)\b|\bраз[а]?\b|секунд|минут)",
            "en": r"(?i:\bper (?:\w+ )?(?:second|minute|hour|day|year|step|cycle)\b|\btimes\b|\ban hour\b|\b(?:second|minute"
            r"|hour|day)s?\b|kilomet|miles)",
            "pl": r"(?i:\b(?:na|w) (?:sekundę|minutę|godzinę|dobę)\b|\braz[ya]?\b|krotnie|sekund|minut)",
            "zh": r"每(?:秒|分钟|小时|天)|倍|秒|分钟|小时|时速",
        },
        told={},
        worded={
            "ru": r"быстр|медлен|скорост|пропускн|полос",
            "en": r"\bfast|\bslow|speed|bandwidth|throughput|quick",
            "pl": r"szybk|woln|przepustowo|prędko",
            "zh": r"快|慢|带宽|速度|速率|吞吐",
        },
    ),
    "memory": Quantity(
        asked={
            "ru": r"\bсколько (?:\w+ ){0,2}(?:(?:видео)?памяти|места)\b|\bкак(?:ой|ов) объ[её]м (?:видео)?памяти\b",
            "en": r"\bhow much (?:[\w-]+ ){0,2}(?:memory|vram|ram|hbm|space)\b|\bwhat(?: is"
            r"|['’]s) the (?:[\w-]+ ){0,2}memory (?:size|capacity)\b",
            "pl": r"\bile (?:\w+ ){0,2}(?:pamięci|pamieci|vram|ram|miejsca)\b",
            "zh": r"多少.{0,3}(?:显存|内存|空间)|(?:显存|内存)(?:有|是|要|需要|占用?|容量)?(?:是|有)?多[少大]",
        },
        unit={
            ANY: _BYTES + _SHARE + r"|\dU\b|[мm]²",
            "ru": r"(?i:байт|\bраза?\b|процент|половин|четверт)",
            "en": r"(?i:\b\w*bytes?\b|\btimes\b|percent|\bhalf\b|quarter)",
            "pl": r"(?i:bajt|\brazy\b|procent|połow)",
            "zh": r"字节|倍|一半",
        },
        told={ANY: _ORDER},
        worded={"ru": r"памят|мест[ао]\b", "en": r"memory|vram|\bspace\b|\bram\b", "pl": r"pamięc|miejsc", "zh": r"显存|内存|空间"},
    ),
    "power": Quantity(
        asked={
            "ru": r"\bсколько (?:\w+ ){0,2}(?:ватт|энергии|электричества|потребля\w+)\b|\bкак(?:ое"
            r"|ово) (?:\w+ )?(?:энерго)?потребление\b",
            "en": r"\bhow (?:much|many) (?:[\w-]+ ){0,2}(?:power|watts|electricity)\b|\bwhat(?: is"
            r"|['’]s) the (?:[\w-]+ ){0,2}(?:power (?:draw|consumption|limit)|tdp)\b",
            "pl": r"\bile (?:\w+ ){0,2}(?:mocy|prądu|watów|energii)\b|\bjaki (?:\w+ )?pobór mocy\b",
            "zh": r"(?:功耗|功率|耗电量?|用电量?)(?:是|有|大概|大约)?多[少大高]|多少(?:瓦|电|功耗)",
        },
        unit={
            ANY: r"(?<![A-Za-zА-Яа-я])(?:[kKMGm]?W|[кМГ]?Вт|[kKM]Wh|VA)(?![A-Za-zА-Яа-я])" + _SHARE,
            "ru": r"(?i:ватт|процент|\bраза?\b)",
            "en": r"(?i:watts?\b|percent|\btimes\b|horsepower)",
            "pl": r"(?i:wat(?:y|ów|a)?\b|procent|\brazy\b)",
            "zh": r"瓦|度电|倍",
        },
        told={},
        worded={
            "ru": r"мощност|потребл|энерги|\bток",
            "en": r"power|watt|energy|electric",
            "pl": r"moc\b|mocy|energi|prąd",
            "zh": r"功耗|功率|电",
        },
    ),
    "temperature": Quantity(
        asked={
            "ru": r"\bкак(?:ая|ова|ую|ой) (?:\w+ ){0,3}температур[аеуы]\b|\b(?:сколько|скольки) градус\w*",
            "en": r"\b(?:what|which)(?: is|['’]s)? (?:the )?(?:[\w-]+ ){0,3}temperatures?\b|\bhow (?:hot|cold|warm)\b"
            r"|\bhow many degrees\b",
            "pl": r"\bjak(?:a|iej|ą) (?:\w+ ){0,3}temperatur\w+\b|\bile stopni\b|\bjak gorąc\w+",
            "zh": r"温度(?:是|有|会|能)?(?:到)?(?:多[少高]|几)|多少度|多热|几度",
        },
        unit={
            ANY: r"[°º℃℉]|\d\s?[CCKКFС](?![A-Za-zА-Яа-я])",
            "ru": r"(?i:градус|кельвин)",
            "en": r"(?i:degrees?\b|kelvin|celsius|fahrenheit)",
            "pl": r"(?i:stopni|celsjusz|kelwin)",
            "zh": r"度",
        },
        told={},
        worded={
            "ru": r"температур|горяч|тепл|холодн|нагре",
            "en": r"temperature|\bhot|\bheat|\bcold|\bwarm|\bcool",
            "pl": r"temperatur|gorąc|ciepł|zimn|grzej",
            "zh": r"温|热|冷",
        },
    ),
}


def quantity_asked(low: str, lang: str) -> str:
    """The name of the quantity that a question, in lower case, asks for; empty where it is none of them."""
    return next((name for name, one in QUANTITIES.items() if re.search(one.asked.get(lang, one.asked["en"]), low)), "")
