"""Glossary pages of the shapes that are out there, about other things."""

# A list with a heading; the foreign name is glued to the term, the topic to the definition.
GLUED = """Глоссарий: Парусное дело
6 терминов раздела «Парусное дело» с короткими определениями. Весь глоссарий · карточки.
- Осадка суднаdraught
- Глубина, на которую корпус уходит под воду: груз её растит, отлив делает опасной.Разбор: Устройство судна: корпус, киль и рангоут
- 2D-обводы2d lines
- Чертёж корпуса в двух плоскостях.Разбор: Устройство судна: корпус, киль и рангоут
- Spinnakerspinnaker
- Лёгкий парус для попутного ветра (ставят перед мачтой).Разбор: Паруса
- AISautomatic identification system
- Передача имени, места и курса судов по радио.Разбор: Связь на борту
- Navtexnavigational telex
- Приём предупреждений мореплавателям; в отличие от AIS, это текст.Разбор: Связь на борту
- Тримtrim
- Настройка паруса шкотом, пока колдунчики не лягут ровно.
"""

# Terms and definitions by turns under a title and a subtitle.
TURNS = """Словарь яхтсмена
Всё о парусах
Галс
Курс относительно ветра: правый, если ветер дует справа.
Бакштаг
Курс, при котором ветер дует в корму под углом; на нём яхта быстрее всего.
Navtex
Служба предупреждений о погоде и опасностях.
"""

# The same without a title, with abbreviations in brackets and a notice at the end.
NOTICE = """Zanurzenie
Głębokość, na jaką kadłub wchodzi pod wodę.
Automatyczny system identyfikacji (AIS)
Radiowe nadawanie nazwy, pozycji i kursu statku. Nie zastępuje obserwacji.
Spinaker
Lekki żagiel na wiatr z rufy.
Definicje objaśniają pojęcia; nie zastępują przepisów portowych.
"""
